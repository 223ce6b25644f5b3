import type { Json, JsonObject } from '../core/json.ts';
import { misuse } from './cli-error.ts';
import type { OptionFacts } from './command-facts.ts';

/** What was typed, by the name that the API has for it. */
export type OptionValues = Readonly<Record<string, string | boolean | undefined>>;

/** `service_type` → `--service-type` */
export function toFlag(name: string): string {
  return `--${name.replaceAll('_', '-')}`;
}

/** Turns what was typed into what the API takes. */
export async function readOptions(facts: readonly OptionFacts[], values: OptionValues): Promise<JsonObject> {
  const read: JsonObject = {};
  for (const option of facts) {
    const value = values[option.name];
    if (value !== undefined) read[option.name] = typeof value === 'boolean' ? value : await readValue(option, value);
  }
  return read;
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
