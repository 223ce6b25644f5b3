import type { CallOptions } from './hub-client.ts';
import type { OperationFacts } from './operation-facts.ts';

/** What an operation takes, whichever it is. */
export interface Input {
  params?: Readonly<Record<string, string>>;
  query?: object;
  body?: unknown;
}

/** `https://hub.example/` or `https://hub.example/v1` → `https://hub.example/v1` */
export function toBase(baseUrl: string): string {
  return `${baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
}

/** As part of a path, these lead elsewhere: to the list, or out of it. */
const noName = ['', '.', '..'];

/** Fills in the path and adds the query. @throws {TypeError} when a parameter of the path can be no name. */
export function toAddress(path: string, { params = {}, query = {} }: Input): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || noName.includes(value)) throw new TypeError(`${path} needs another ${name}.`);
    return encodeURIComponent(value);
  });
  const wanted = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return wanted.length === 0 ? filled : `${filled}?${new URLSearchParams(wanted).toString()}`;
}

/** Headers that stay the same from one attempt to the next; above all the key that makes them one request. */
export function toHeaders(facts: OperationFacts, options: CallOptions): Record<string, string> {
  const { ifMatch, ifNoneMatch, idempotencyKey = crypto.randomUUID(), waitSeconds } = options;
  return {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(facts.keyed === true ? { 'idempotency-key': idempotencyKey } : {}),
    ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    ...(ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch }),
    ...(waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` }),
  };
}
