import { resolve } from 'node:path';
import type { Json, JsonObject } from '../core/json.ts';
import { misuse } from './cli-error.ts';
import type { OptionFacts } from './command-facts.ts';

/** What was typed, by the name that the API has for it. */
export type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

/** `service_type` → `--service-type` */
export function toFlag(name: string): string {
  return `--${name.replaceAll('_', '-')}`;
}

/** Members that are JSON or YAML, but are sent as the text that they are. */
const documents: ReadonlySet<string> = new Set(['document']);

/** Turns what was typed into what the API takes. Paths of files are relative to `folder`. */
export async function readOptions(
  facts: readonly OptionFacts[],
  values: OptionValues,
  folder: string,
): Promise<JsonObject> {
  const read: JsonObject = {};
  for (const option of facts) {
    const value = values[option.name];
    if (value === undefined) continue;
    read[option.name] =
      typeof value === 'boolean' ? value : await readValue(option, await readFileOf(option, value, folder));
  }
  return read;
}

/** `@FILE` stands for the file's text where JSON or YAML is wanted, which begin with no `@`: arguments have a length at most. */
async function readFileOf({ name, type }: OptionFacts, text: string, folder: string): Promise<string> {
  if (!text.startsWith('@') || !(type === 'json' || documents.has(name))) return text;
  const { readText } = await import('./input/read-text.ts');
  return readText(resolve(folder, text.slice(1)));
}

/** `null` takes a member away, whatever it is. */
async function readValue({ name, type }: OptionFacts, text: string): Promise<Json> {
  if (text === 'null') return null;
  if (type === 'number') return readNumber(name, text);
  if (type === 'list' && !text.trimStart().startsWith('[')) return text.split(',').map((item) => item.trim());
  if (type !== 'json' && type !== 'list') return text;
  const { parseYaml } = await import('./input/parse-yaml.ts');
  return parseYaml(text, toFlag(name));
}

function readNumber(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isFinite(number)) return number;
  throw misuse(`${toFlag(name)} takes a number.`);
}
