import type { HubClient } from '../client/hub-client.ts';
import type { Json } from '../core/json.ts';
import { callOperation, type CallInput, listRecords } from '../as-code/call.ts';
import { misuse } from './cli-error.ts';
import type { CommandFacts } from './command-facts.ts';
import type { CliContext, GlobalOptions } from './context.ts';
import type { Ending } from './exit-codes.ts';
import { openHub, openHubAsOperator } from './hubs/find-hub.ts';
import { toId, toKind } from './names.ts';
import { type OptionValues, readOptions } from './options.ts';
import { printList, printOne, say } from './output/print.ts';
import { readBody } from './input/read-body.ts';

/** One call of a command of the table, as it was typed. */
export interface Typed {
  /** Parts of the path, in their order. */
  args: readonly string[];
  /** By the names that the API has for them. */
  values: OptionValues;
  options: GlobalOptions & { file?: string; limit?: string; all?: boolean; ifMatch?: string };
}

const limitDefault = 100;

/** Does what a row of the table says. */
export async function runOperation(context: CliContext, facts: CommandFacts, typed: Typed): Promise<Ending> {
  const { options } = typed;
  const hub = facts.words[0] === 'operator' ? openHubAsOperator(context) : await openHub(context, options);
  const input = await readInput(context, hub, facts, typed);
  if (facts.listed === true && facts.body === undefined) {
    await printRecords(context, facts, listRecords(hub, facts.operation, input, context), options);
    return 'done';
  }
  const ifMatch = options.ifMatch === undefined ? {} : { ifMatch: options.ifMatch };
  const { data } = await callOperation(hub, facts.operation, input, { signal: context.signal, ...ifMatch });
  if (Array.isArray(data)) await printList(context, options, data, facts.columns ?? []);
  else await printOne(context, options, data);
  return hasFailed(data, facts) ? 'unsuccessful' : 'done';
}

/** What the call takes, with ids in the place of names. */
export async function readInput(
  context: CliContext,
  hub: HubClient,
  facts: CommandFacts,
  { args, values, options }: Typed,
): Promise<CallInput> {
  const kind = toKind(facts.words[0]);
  const params = await Promise.all(
    facts.params.map(async (name, index): Promise<[string, string]> => {
      const text = args[index] ?? '';
      if (text.trim() === '') throw misuse(`<${name}> is empty.`);
      return [name, name === 'id' ? await toId(hub, kind, text) : text];
    }),
  );
  const query = await readOptions(facts.query ?? [], values, context.cwd);
  const body =
    facts.body === undefined
      ? undefined
      : await readBody(context, hub, { facts: facts.body, file: options.file, options: values });
  return {
    params: Object.fromEntries(params),
    query,
    ...(body === undefined ? {} : { body }),
  };
}

async function printRecords(
  context: CliContext,
  facts: CommandFacts,
  list: AsyncIterable<Json>,
  options: Typed['options'],
): Promise<void> {
  const limit = options.all === true ? Infinity : readLimit(options.limit);
  const records: Json[] = [];
  let isCut = false;
  for await (const record of list) {
    isCut = records.length >= limit;
    if (isCut) break;
    records.push(record);
  }
  await printList(context, options, records, facts.columns ?? []);
  if (isCut) say(context, `These are the first ${limit}; --all shows the rest, --limit so many.`);
}

function readLimit(text: string | undefined): number {
  if (text === undefined) return limitDefault;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw misuse('--limit takes a number from 1.');
}

/** A test of a connection, a check of an integration and a write can report a failure in a successful response. */
function hasFailed(data: Json, { operation }: CommandFacts): boolean {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return false;
  if (operation === 'runOperation' && (data['status'] === 'failed' || data['status'] === 'unknown')) return true;
  return (data['ok'] ?? data['valid']) === false;
}
