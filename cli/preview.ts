import { isJsonObject, type Json } from '../core/json.ts';
import { callOperation } from '../as-code/call.ts';
import type { CommandFacts } from './command-facts.ts';
import type { CliContext } from './context.ts';
import type { Ending } from './exit-codes.ts';
import { openHub } from './hubs/find-hub.ts';
import { say } from './output/print.ts';
import { readInput, runOperation, type Typed } from './run-operation.ts';
import { showControls, styleFor } from './output/style.ts';
import { readPath, toText } from '../as-code/values.ts';

export const signs = { mapped: '✓', grouped: '·', filtered: '–', failed: '✗', succeeded: '✓', skipped: '–' } as const;
export const looks = {
  mapped: 'green',
  grouped: 'dim',
  filtered: 'dim',
  failed: 'red',
  succeeded: 'green',
  skipped: 'dim',
} as const;

/** Shows what would become of records: each with what the target would be given, or with what is wrong. */
export async function preview(context: CliContext, facts: CommandFacts, typed: Typed): Promise<Ending> {
  const { json, yaml, field } = typed.options;
  if (json === true || yaml === true || field !== undefined) return runOperation(context, facts, typed);
  const hub = await openHub(context, typed.options);
  const input = await readInput(context, hub, facts, typed);
  const { data } = await callOperation(hub, facts.operation, input, { signal: context.signal });
  const records = Array.isArray(data) ? data : [];
  if (records.length === 0) say(context, 'Nothing there.');
  for (const record of records) {
    const text = showControls(await describeRecord(record));
    const outcome = toOutcome(record);
    const line = `${signs[outcome]} ${toText(readPath(record, 'source_key')) || '(no key)'} ${outcome}`;
    context.stdout.write(`${styleFor(context, context.stdout)(looks[outcome], showControls(line))}${text}\n`);
  }
  for (const line of describeEmpty(records)) say(context, showControls(line));
  return 'done';
}

/** How a record would end. */
export function toOutcome(record: Json): keyof typeof signs {
  const outcome = toText(readPath(record, 'outcome'));
  return isOutcome(outcome) ? outcome : 'failed';
}

function isOutcome(text: string): text is keyof typeof signs {
  return Object.hasOwn(signs, text);
}

/** What follows the line of a record: the mapped record as YAML, the group, or the reasons, each on a line of its own. */
export async function describeRecord(record: Json): Promise<string> {
  const { mapped, group, errors, steps } = isJsonObject(record) ? record : {};
  if (Array.isArray(steps)) return (await Promise.all(steps.map(describeStep))).join('');
  if (mapped !== undefined) {
    const { stringify } = await import('yaml');
    const text = stringify(mapped, { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd();
    return indent(text.split('\n'));
  }
  if (group !== undefined) return ` into ${toText(group)}`;
  const reasons = (Array.isArray(errors) ? errors : []).map((error) => {
    const field = toText(readPath(error, 'field'));
    const at = field === '' ? '' : ` \`${field}\``;
    return `${toText(readPath(error, 'code'))}${at}: ${toText(readPath(error, 'message'))}`;
  });
  return indent(reasons);
}

/** A step as a line, with what it would write, and why it fails. */
async function describeStep(step: Json): Promise<string> {
  const { step: id, outcome, writes, error } = isJsonObject(step) ? step : {};
  const line = indent([`${toText(id)}: ${toText(outcome)}`]);
  if (error !== undefined) return `${line} — ${toText(readPath(error, 'code'))}: ${toText(readPath(error, 'message'))}`;
  if (writes === undefined) return line;
  const { stringify } = await import('yaml');
  const text = stringify(writes, { lineWidth: 0, aliasDuplicateObjects: false }).trimEnd();
  return `${line}${indent(text.split('\n').map((written) => `  ${written}`))}`;
}

function indent(lines: readonly string[]): string {
  return lines.map((line) => `\n    ${line}`).join('');
}

/** Rules that found nothing in any of the records, which is what a misspelled `from` looks like. */
function describeEmpty(records: readonly Json[]): string[] {
  const hasValue = new Map<string, boolean>();
  const names = new Map<string, string>();
  for (const field of records.flatMap((record) => toList(readPath(record, 'explanation.fields')))) {
    const sources = toList(readPath(field, 'sources'));
    const rule = toText(readPath(field, 'rule'));
    if (sources.length === 0) continue;
    const paths = sources.map((source) => toText(readPath(source, 'path'))).join(', ');
    names.set(rule, `${rule} (\`${toText(readPath(field, 'to'))}\` from \`${paths}\`)`);
    const isThere = sources.some((source) => isJsonObject(source) && (source['value'] ?? null) !== null);
    hasValue.set(rule, hasValue.get(rule) === true || isThere);
  }
  const empty = [...names].flatMap(([rule, name]) => (hasValue.get(rule) === true ? [] : [name]));
  return empty.length === 0 ? [] : ['! No record has a value for:', ...empty.map((name) => `    ${name}`)];
}

function toList(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
