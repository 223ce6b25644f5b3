import { callOperation } from '../../as-code/call.ts';
import { readPath, toText } from '../../as-code/values.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import type { CommandFacts } from '../command-facts.ts';
import type { CliContext } from '../context.ts';
import type { Ending } from '../exit-codes.ts';
import { openHub } from '../hubs/find-hub.ts';
import { say } from '../output/print.ts';
import { showControls, styleFor } from '../output/style.ts';
import { describeRecord, looks, signs, toOutcome } from '../preview.ts';
import { readInput, runOperation, type Typed } from '../run-operation.ts';

/** Shows what would become of the inputs of a run: how each ended and would end, what it would write, and what differs. */
export async function rehearse(context: CliContext, facts: CommandFacts, typed: Typed): Promise<Ending> {
  const { json, yaml, field } = typed.options;
  if (json === true || yaml === true || field !== undefined) return runOperation(context, facts, typed);
  const hub = await openHub(context, typed.options);
  const input = await readInput(context, hub, facts, typed);
  const { data } = await callOperation(hub, facts.operation, input, { signal: context.signal });
  const found = readPath(data, 'items');
  const items = Array.isArray(found) ? found : [];
  if (items.length === 0) say(context, 'No item of this run is like this.');
  for (const item of items) {
    const outcome = toOutcome(item);
    const key = toText(readPath(item, 'label')) || toText(readPath(item, 'key')) || '(no key)';
    const line = `${signs[outcome]} ${key} ${toText(readPath(item, 'was.status'))} → ${outcome}`;
    const text = showControls(`${await describeRecord(item)}${describeDifferences(item)}`);
    context.stdout.write(`${styleFor(context, context.stdout)(looks[outcome], showControls(line))}${text}\n`);
  }
  const next = toText(readPath(data, 'next'));
  if (next !== '') say(context, `There are more: --after ${showControls(next)}`);
  return 'done';
}

function describeDifferences(item: Json): string {
  const differences = readPath(item, 'differences');
  const lines = (Array.isArray(differences) ? differences : []).flatMap((difference) => {
    const { kind, step, elements, fields, was, now } = isJsonObject(difference) ? difference : {};
    const at = [toText(step), ...(Array.isArray(elements) ? elements.map(toText) : [])].filter((part) => part !== '');
    if (kind === 'step') return [`~ ${at.join(' ')}: ${toText(was)} → ${toText(now)}`];
    if (kind !== 'writes' || !Array.isArray(fields)) return [];
    return [`~ ${[...at, 'writes otherwise'].join(' ')}: ${fields.map(toText).join(', ')}`];
  });
  const isSame = readPath(item, 'same_as_failed') === true;
  const notes = isSame
    ? ['! The same would be sent as when it failed. The reason lies in what the system answered.']
    : [];
  const missed = toText(readPath(item, 'retry_misses'));
  if (missed !== '') {
    const id = toText(readPath(item, 'item_id'));
    notes.push(
      `! A retry begins at the step that failed, with what \`${missed}\` gave then. To go through that step again: hub items move ${id} --step ${missed}`,
    );
  }
  return [...lines, ...notes].map((line) => `\n    ${line}`).join('');
}
