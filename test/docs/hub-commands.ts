import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { createProgram } from '../../cli/program.ts';
import { systemClock } from '../../core/clock.ts';

/** Where a command may begin in a shell: a line, a substitution, behind another command. */
const beginning = /(?:^|[\n;|&(]|\bdo\b|\bthen\b)[ \t]*(?:npx )?hub(?=[ \t\n])/g;

/** Lists the `hub` commands in the text of a shell, each as its arguments. */
export function listHubCommands(shell: string): string[][] {
  const text = withoutDocuments(shell).replaceAll(/(^|\s)#[^\n]*/g, '$1');
  // A page that calls something else `hub` means that.
  if (/^hub\(\)/m.test(text)) return [];
  return [...text.matchAll(beginning)].map((match) => readWords(text.slice(match.index + match[0].length)));
}

/** What stands between `<<'EOF'` and `EOF` is no command. */
function withoutDocuments(shell: string): string {
  return shell.replaceAll(/<<-?\s*'?(\w+)'?([^\n]*)\n.*?^\s*\1$/gms, '$2');
}

/** One word: quoted texts, substitutions and other characters, side by side. */
const word = /^(?:'[^']*'|"(?:[^"\\]|\\.)*"|\$\([^)]*\)|\\.|[^\s'"\\|;&<>()])+/s;

/** Reads words up to where the command ends. Quotes are taken away; what a shell would replace stays as it is written. */
function readWords(text: string): string[] {
  const words: string[] = [];
  let rest = text;
  for (;;) {
    rest = rest.replace(/^(?:[ \t]|\\\n)+/, '');
    const [found] = word.exec(rest) ?? [];
    if (found === undefined) return words;
    words.push(found.replaceAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"/gs, '$1$2').replaceAll('\\"', '"'));
    rest = rest.slice(found.length);
  }
}

/** Says what is wrong with a command line; `undefined` for one that the program would carry out. */
export async function findMisuse(words: readonly string[]): Promise<string | undefined> {
  const said = new PassThrough();
  try {
    await createIdleProgram(said).parseAsync([...words], { from: 'user' });
    return undefined;
  } catch (error) {
    const help = error instanceof Error && 'code' in error && String(error.code).startsWith('commander.help');
    return help ? undefined : String(error);
  }
}

/**
 * Says what is wrong with a command that is mentioned in passing, which may lack what has to follow it:
 * `hub audit verify`, `hub apply -f`.
 */
export function findUnknownPart(words: readonly string[]): string | undefined {
  let command = createIdleProgram(new PassThrough());
  for (const part of words) {
    if (part.startsWith('-')) {
      const flag = part.replace(/=.*/, '');
      const known = [...command.options, ...createIdleProgram(new PassThrough()).options].flatMap(({ long, short }) => [
        long,
        short,
      ]);
      if (![...known, '--help', '-h'].includes(flag)) return `There is no ${flag} of hub ${command.name()}.`;
      continue;
    }
    if (command.commands.length === 0) continue;
    const next = command.commands.find((one) => one.name() === part || one.aliases().includes(part));
    if (next === undefined) return `There is no ${part} of hub ${command.name()}.`;
    command = next;
  }
  return undefined;
}

/** The real commands, none of which does anything. */
function createIdleProgram(output: PassThrough): Command {
  const context = {
    env: {},
    cwd: '/',
    stdin: new PassThrough(),
    stdout: output,
    stderr: output,
    clock: systemClock,
    signal: new AbortController().signal,
  };
  const program = createProgram(context, () => undefined);
  for (const command of listLeaves(program)) command.action(() => undefined);
  return program;
}

function listLeaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(listLeaves);
}
