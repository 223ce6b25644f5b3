/** Defines the writes of a REST API, by what happens when a request is sent twice. @see idempotencySchema */
import type { WriteOperation } from '../../core/records.ts';
import { writes } from './http/complete-operations.ts';
import type { HttpObject } from './object-types.ts';
import type { GivenRequest, HttpWrite } from './http/operations.ts';
import { requestSchema } from './http/request-schema.ts';
import { namesParent } from './http/names-record.ts';
import { type Endpoint, toRequest } from './rest.ts';

type GivenWrite = Parameters<typeof writes>[0];
type GivenLock = NonNullable<GivenWrite['lock']>;
type GivenFind = Omit<Extract<GivenWrite['idempotency'], { kind: 'find' }>, 'kind' | 'request'>;

/** A request, or its method and path where that is all of it: `DELETE /users/{id}`. */
export type Call = `${GivenRequest['method']} ${string}` | GivenRequest;

/** Further options of a write: `effect`, `already`, `body`, `targetIdPath`, `lock`, … */
export type WriteDetails = Omit<GivenWrite, 'request' | 'update' | 'idempotency'>;

/**
 * Looks a record up: `GET path?query`. A path with a value in it, such as `/users/{login}`, answers 404 where there is
 * no record; that is the default of `notFoundIsAbsent`.
 */
export interface Find extends Endpoint, GivenFind {}

/** What a change that replaces the record keeps of it: all, the named members, or as the lock says it. @see lockSchema */
export type Kept = true | string[] | Pick<GivenLock, 'keepsRest' | 'keepsWithin' | 'recordPath' | 'shape'>;

/** The change replaces the record: what it does not give of it is read at this address, and sent again. */
export function keeping(path: string, kept: Kept): { lock: GivenLock } {
  const rest = kept === true || Array.isArray(kept) ? { keepsRest: kept } : kept;
  return { lock: { request: { method: 'GET', path }, ...rest } };
}

/** A write with the same effect when it is sent twice, such as one to the record's own address. */
export function idempotent(call: Call, details: WriteDetails = {}): HttpWrite {
  return writes({ ...details, request: toCall(call), idempotency: { kind: 'put_by_key' } });
}

/** A write that cannot be recognized after its response was lost: it is never sent again automatically. */
export function nonIdempotent(call: Call, details: WriteDetails = {}): HttpWrite {
  return writes({ ...details, request: toCall(call), idempotency: { kind: 'none' } });
}

/** Creates a record unless the look-up finds it. `update` changes the one that was found, `{$target_id}`. */
export function findOrCreate(call: Call, given: { find: Find; update?: Call } & WriteDetails): HttpWrite {
  const { find, update, ...details } = given;
  const { path, query = {}, request = {}, ...answer } = find;
  const absent = namesParent(path) ? { notFoundIsAbsent: true as const } : {};
  return writes({
    ...details,
    request: toCall(call),
    ...(update === undefined ? {} : { update: toCall(update) }),
    idempotency: { kind: 'find', request: toRequest({ path, query, request }), ...absent, ...answer },
  });
}

/** A collection that creates by POST, and whose records have an address each. */
export interface Collection extends WriteDetails {
  /** Path of the collection. */
  path: string;
  /** The field that holds a record's id, in the answer to a creation too. Default: `id`. */
  id?: string;
  /** Path of one record, with its id as a hole. Default: `PATH/{ID}`. */
  record?: string;
  /** Member of the body that holds the record, in requests and answers: `{ "user": { … } }`. Default: the body. */
  member?: string;
  /** Method of an update. Default: `PATCH`. */
  method?: GivenRequest['method'];
  /** How an existing record is found. Absent: creates are not idempotent, and there is no upsert. */
  find?: Find;
  /** What a change keeps of the record, where it replaces it. Read at the record's own address. */
  keeps?: Kept;
  /** Whether an update looks its record up with `find` (default), or sends it to its address. */
  updateBy?: 'find' | 'address';
  /** Further options of the delete. */
  remove?: WriteDetails;
  /** The operations to define. Default: all. */
  only?: readonly WriteOperation[];
}

/** The writes of a collection: `POST /users`, `PATCH /users/{id}`, `DELETE /users/{id}`. */
export function writesAt(collection: Collection): HttpObject['operations'] {
  const { path, id = 'id', record = `${path}/{${id}}`, member, method = 'PATCH', find, ...rest } = collection;
  const { updateBy = 'find', remove, only = ['create', 'update', 'upsert', 'delete'], keeps, ...details } = rest;
  const body = member === undefined ? {} : { bodyFields: { [member]: '{$record}' } };
  const post: GivenRequest = { method: 'POST', path, ...body };
  const written = { targetIdPath: member === undefined ? id : `${member}.${id}`, ...details };
  // What is read of a record before its change, a creation has no use for.
  const { lock, ...created } = written;
  const { keepsKey } = details;
  const lockAt = (address: string) => {
    if (keeps !== undefined) return keeping(address, keeps);
    return lock === undefined ? {} : { lock };
  };
  const changed = { ...(keepsKey === undefined ? {} : { keepsKey }), ...lockAt(record) };
  const byAddress = {
    update: idempotent({ method, path: record, ...body }, changed),
    delete: idempotent(`DELETE ${record}`, remove),
  };
  const byFind = (by: Find): HttpObject['operations'] => {
    const address = record.replace(`{${id}}`, '{$target_id}');
    const update = { method, path: address, ...body };
    const write = findOrCreate(post, { find: by, update, ...written, ...lockAt(address) });
    return { create: write, upsert: write, ...(updateBy === 'find' ? { update: write } : {}) };
  };
  const all = { ...byAddress, ...(find === undefined ? { create: nonIdempotent(post, created) } : byFind(find)) };
  return Object.fromEntries(Object.entries(all).filter(([kind]) => only.some((wanted) => wanted === kind)));
}

function toCall(call: Call): GivenRequest {
  if (typeof call !== 'string') return call;
  const [method = '', ...path] = call.split(' ');
  return { method: requestSchema.shape.method.parse(method), path: path.join(' ') };
}
