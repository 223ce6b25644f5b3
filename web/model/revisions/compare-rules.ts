import { isList, isObject, type JsonObject, type JsonValue } from '../json.ts';
import { type Change, compareMembers, compareNamed, compareValues, type NameOf } from './change.ts';

/** What became of each rule of a mapping, named by the field that it fills. */
export function compareRules(
  title: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  nameOf: NameOf,
): Change[] {
  const [was, is] = [toRules(before), toRules(after)];
  if (was === undefined || is === undefined) return compareValues(title, before, after, nameOf);
  const describe = (rule: JsonObject) => ({ title: toField(rule), after: describeRule(rule, nameOf) });
  const found = compareNamed({ before: was, after: is, toName: toField }, describe, (old, now) => {
    const [oldWords, words] = [describeRule(old, nameOf), describeRule(now, nameOf)];
    // What a name stands for may be another thing of the same name.
    if (oldWords === words) return { title: toField(now), details: compareMembers(old, now, () => undefined) };
    return { title: toField(now), before: oldWords, after: words };
  });
  return found ?? compareValues(title, before, after, nameOf);
}

function toRules(value: JsonValue | undefined): JsonObject[] | undefined {
  if (value === undefined) return [];
  return isList(value) && value.every(isObject) ? value : undefined;
}

function toField({ to }: JsonObject): string {
  return typeof to === 'string' ? to : '';
}

/** A rule in a line: where the value comes from, then what is done with it. A formula begins with `=`. */
export function describeRule(rule: JsonObject, nameOf: NameOf): string {
  const { to: _, from, formula, value, convert, lookup, default: fallback, required, ...rest } = rule;
  const origin =
    typeof from === 'string' ? from : typeof formula === 'string' ? `= ${formula}` : JSON.stringify(value ?? null);
  return [
    origin,
    ...(convert === undefined ? [] : [`as ${describeConversion(convert)}`]),
    ...(lookup === undefined ? [] : [`looked up in ${describeLookup(lookup, nameOf)}`]),
    ...(fallback === undefined ? [] : [`else ${JSON.stringify(fallback)}`]),
    ...(required === undefined ? [] : [required === true ? 'required' : 'not required']),
    ...Object.entries(rest).map(([name, set]) => `${name.replaceAll('_', ' ')}: ${toWord(set)}`),
  ].join(', ');
}

function describeConversion(convert: JsonValue): string {
  if (!isObject(convert)) return toWord(convert);
  const { to, ...rest } = convert;
  const options = Object.entries(rest).map(([name, value]) => `${name.replaceAll('_', ' ')} ${toWord(value)}`);
  return `${toWord(to ?? null)}${options.length === 0 ? '' : ` (${options.join(', ')})`}`;
}

function describeLookup(lookup: JsonValue, nameOf: NameOf): string {
  const table = isObject(lookup) && Object.keys(lookup).length === 1 ? lookup['table'] : undefined;
  return typeof table === 'string' ? (nameOf(table) ?? table) : JSON.stringify(lookup);
}

function toWord(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
