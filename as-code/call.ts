import type { CallOptions, HubAnswer, HubClient, ListName, OperationName } from '../client/hub-client.ts';
import { operations } from '../client/operations.data.ts';
import type { Json } from '../core/json.ts';
import { toJson } from './values.ts';

/** What calls the hub: with a key, or with the session of who looks at the dashboard. */
export type Hub = Pick<HubClient, 'call' | 'request' | 'list'>;

/** What a call takes, whichever it is. */
export interface CallInput {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, Json>>;
  body?: Json;
}

/** Calls an operation by its name. */
export async function callOperation(
  hub: Hub,
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
  hub: Hub,
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

/** Which operations give lists is told by the tables that name them, which come from the same document. */
function isList(name: string): name is ListName {
  return isOperation(name);
}
