/** How records of a REST interface are written, by what a call does that is made twice. @see idempotencySchema */
import type { WriteOperation } from '../../core/records.ts';
import { type HttpObject, writes } from './define.ts';
import { type GivenRequest, type HttpWrite, requestSchema } from './http/operations.ts';
import { namesParent } from './http/names-record.ts';
import { type Question, toRequest } from './rest.ts';

type GivenWrite = Parameters<typeof writes>[0];
type GivenFind = Omit<Extract<GivenWrite['idempotency'], { kind: 'find' }>, 'kind' | 'request'>;

/** A request: whole, or as its method and path where it needs no more. */
export type Call = `${GivenRequest['method']} ${string}` | GivenRequest;

/** What else a write can say: `effect`, `already`, `body`, `targetIdPath`, `lock`, … */
export type WriteDetails = Omit<GivenWrite, 'request' | 'update' | 'idempotency'>;

/** How a record is looked for: `GET path?query`. Where the path leads to a record or through one, "not found" says that there is none. */
export interface Find extends Question, GivenFind {}

/** A write that has the same effect when it is made twice, such as one to the record's own address. */
export function idempotent(call: Call, details: WriteDetails = {}): HttpWrite {
  return writes({ ...details, request: toCall(call), idempotency: { kind: 'put_by_key' } });
}

/** A write that nothing recognises after its answer was lost: it is not repeated, and a person has to look. */
export function unguarded(call: Call, details: WriteDetails = {}): HttpWrite {
  return writes({ ...details, request: toCall(call), idempotency: { kind: 'none' } });
}

/** Creates a record unless a look-up finds it; then `update` changes the one that was found, `{$target_id}`. */
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

/** A collection that takes records by POST, and has each at an address of its own. */
export interface Collection extends WriteDetails {
  /** Where records are created. */
  path: string;
  /** The field that holds a record's id, in the answer to a creation too. Default: `id`. */
  id?: string;
  /** Address of one record, with its id as a hole. Default: `PATH/{ID}`. */
  record?: string;
  /** The member of bodies that a record is sent and answered under: `{ "user": { … } }`. Default: the body itself. */
  member?: string;
  /** Method of a change. Default: `PATCH`. */
  method?: GivenRequest['method'];
  /** Absent: a creation is not recognised again, and there is no upsert. */
  find?: Find;
  /** Whether an update changes the record that `find` finds (default), or the one at its address. */
  updateBy?: 'find' | 'address';
  /** What else the deletion says. */
  remove?: WriteDetails;
  /** The operations that the vendor has. Default: all. */
  only?: readonly WriteOperation[];
}

/** The writes of a collection: `POST /users`, `PATCH /users/{id}`, `DELETE /users/{id}`. */
export function writesAt(collection: Collection): HttpObject['operations'] {
  const { path, id = 'id', record = `${path}/{${id}}`, member, method = 'PATCH', find, ...rest } = collection;
  const { updateBy = 'find', remove, only = ['create', 'update', 'upsert', 'delete'], ...details } = rest;
  const body = member === undefined ? {} : { bodyFields: { [member]: '{$record}' } };
  const post: GivenRequest = { method: 'POST', path, ...body };
  const written = { targetIdPath: member === undefined ? id : `${member}.${id}`, ...details };
  const byAddress = {
    update: idempotent({ method, path: record, ...body }),
    delete: idempotent(`DELETE ${record}`, remove),
  };
  const byFind = (by: Find): HttpObject['operations'] => {
    const update = { method, path: record.replace(`{${id}}`, '{$target_id}'), ...body };
    const write = findOrCreate(post, { find: by, update, ...written });
    return { create: write, upsert: write, ...(updateBy === 'find' ? { update: write } : {}) };
  };
  const all = { ...byAddress, ...(find === undefined ? { create: unguarded(post, written) } : byFind(find)) };
  return Object.fromEntries(Object.entries(all).filter(([kind]) => only.some((wanted) => wanted === kind)));
}

function toCall(call: Call): GivenRequest {
  if (typeof call !== 'string') return call;
  const [method = '', ...path] = call.split(' ');
  return { method: requestSchema.shape.method.parse(method), path: path.join(' ') };
}
