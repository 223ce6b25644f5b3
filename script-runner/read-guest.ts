import { z } from 'zod';
import type { ConsoleLine } from '../core/scripts.ts';

/** Reads what a script's side wrote, which may be anything. */

const fault = z.tuple([z.string(), z.string(), z.string()]);
const consoleLines = z.array(z.object({ level: z.enum(['debug', 'info', 'warn', 'error']), text: z.string() }));

const messageMax = 500;
const place = /\bscript\.js:(\d{1,7})(?::(\d{1,7}))?/;

/**
 * Says what a script threw, and where in the script.
 *
 * @param described Name, message and stack, as a list or its JSON text.
 * @example `TypeError: cannot read property 'x' of null (line 2, column 7)`
 */
export function describeFault(described: unknown): string {
  const parsed = fault.safeParse(typeof described === 'string' ? parseJson(described) : described);
  const [name, message, stack] = parsed.success ? parsed.data : ['', '', ''];
  const [, line, column] = place.exec(stack) ?? [];
  const at = line === undefined ? '' : ` (line ${line}${column === undefined ? '' : `, column ${column}`})`;
  const text = [name, message]
    .filter((part) => part !== '')
    .join(': ')
    .slice(0, messageMax);
  return `${toStorable(text === '' ? 'The script threw something without a message.' : text)}${at}`;
}

/** Nothing, where the text is not what it should be. */
export function readConsole(text: string): ConsoleLine[] {
  return consoleLines.safeParse(parseJson(text)).data ?? [];
}

/** Text that a database can hold: without NUL and without halves of character pairs. */
function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
