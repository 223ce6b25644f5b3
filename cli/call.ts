import type { CallOptions, HubAnswer, HubClient, ListName, OperationName } from '../client/hub-client.ts';
import { operations } from '../client/operations.data.ts';
import type { Json } from '../core/json.ts';
import type { CommandFacts } from './command-facts.ts';
import { toJson } from './values.ts';

/** What a call takes, whichever it is. */
export interface CallInput {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, Json>>;
  body?: Json;
}

/** Calls an operation by its name. */
export async function callOperation(
  hub: HubClient,
  name: string,
  input: CallInput,
  options: CallOptions = {},
): Promise<HubAnswer<Json>> {
  if (!isOperation(name)) throw new Error(`The client knows no operation ${name}.`);
  const answer = await hub.request(name, input, options);
  return { ...answer, data: toJson(answer.data) };
}

/** Walks through a list by the name of its operation. */
export async function* listRecords(
  hub: HubClient,
  name: string,
  input: CallInput,
  options: CallOptions = {},
): AsyncGenerator<Json, void> {
  if (!isList(name)) throw new Error(`The client knows no list ${name}.`);
  for await (const record of hub.list(name, input, options)) yield toJson(record);
}

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

/** Which operations give lists is told by the table of commands, which comes from the same document. */
function isList(name: CommandFacts['operation']): name is ListName {
  return isOperation(name);
}
