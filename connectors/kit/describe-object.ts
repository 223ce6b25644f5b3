import type { FieldError } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import type { JsonObject } from '../../core/json.ts';
import { parseValuePath } from '../../core/paths.ts';
import { type IdempotencyClass, isPlainWrite, type OperationName, type WriteOperation } from '../../core/records.ts';
import type { AnyObject, Connector } from './connector.ts';
import { findNamed, listNamed } from './named-operations.ts';
import type {
  DriverObject,
  HttpObject,
  NamedOperation,
  ObjectRequest,
  OperationKind,
  TableObject,
} from './object-types.ts';
import type { HttpWrite } from './http/operations.ts';
import { toJsonSchema } from './json-schema.ts';
import { resolveObject } from './objects.ts';
import { findWriteKey, listNeeds, type NamedWrite } from './write-needs.ts';
import type { WritePromise } from './write-promise.ts';
import { namesKey } from './http/names-record.ts';
import { listHoles, parseTemplate } from './template.ts';

export type Effect = 'none' | 'reversible' | 'destructive';

export interface ReadDescription {
  kind: 'list';
  effect: 'none';
  incremental: boolean;
  /** The system is asked to prepare the records, which are read later: too long for a single item to wait for. */
  isPrepared?: true;
  /** Of a table that is asked for what changed: the column that tells. */
  cursorColumn?: string;
}

export interface WriteDescription {
  kind: WriteOperation;
  effect: Exclude<Effect, 'none'>;
  /** What a retry after a lost answer may do, given the match fields of the request. */
  idempotency: IdempotencyClass;
  /** Whether the integration names the fields that identify the target's record. */
  matchOn: 'required' | 'optional' | 'unused';
  /** Who gives a record its identity: its match fields, or the target when it creates it. */
  identity: 'match' | 'assigned';
  /** The target assigns the id, and no answer is read for it, `unless` a member of the integration's end says how. */
  givesNoId?: { unless?: string };
  /** The id is the primary key of the table, where that is one column. */
  givesKey?: true;
  /** Paths of the fields that say which record it is, where the integration names no match fields. */
  key?: readonly string[];
  /** Paths of the fields without which its requests cannot be made. */
  needs?: readonly string[];
  /** JSON Schema of what it takes, where that is known: members that it requires have to be mapped. */
  schema?: JsonObject;
}

/** An object as mapping editors, validation and the compiler need it. */
export interface ObjectDescription {
  id: string;
  title: string;
  /** Paths of the fields that identify a record, where they are known without asking the system. */
  key?: readonly string[];
  /** JSON Schema of a record, where it is known without asking the system. */
  schema?: JsonObject;
  /** Records can be found by the value of a field, so that others are completed with them. */
  finds?: true;
  /** The only fields that they can be found by; absent where any will do, or it is not known. */
  findsBy?: readonly string[];
  operations: { list?: ReadDescription } & { [kind in WriteOperation]?: WriteDescription };
  /** Where an operation with a name of its own is asked for: the write that it is, of the object that is described. */
  named?: NamedOperation;
}

export type Described = { ok: true; description: ObjectDescription } | { ok: false; problems: FieldError[] };

/** An object as an integration's `source` or `target` names it; the others for a target. */
export interface DescribeRequest extends ObjectRequest {
  operation?: OperationName | undefined;
  matchOn?: readonly string[] | undefined;
  /** Leaves out what records look like, which takes longest to tell: for callers that open what is described. */
  withoutSchemas?: boolean | undefined;
}

/**
 * Describes an object of a connection, or says what is wrong with how it is named. Pure: asks nobody.
 *
 * Problems have paths relative to the `source` or `target` of a definition: `object`, `options.NAME`, `operation`, `match_on`.
 */
export function describeObject(connector: Connector, request: DescribeRequest): Described {
  const { operation, ...others } = request;
  const named = operation && findNamed(connector, request.object, operation);
  if (named !== undefined) return describeNamed(connector, others, named);
  const resolved = resolveObject(connector, request);
  if (!resolved.ok) return resolved;
  if (operation !== undefined && !isPlainWrite(operation)) {
    const message = messages.objectOperationUnsupported({ operation });
    const allowed = [...listOperationKinds(resolved.object), ...listNamed(connector, request.object)];
    return { ok: false, problems: [{ path: 'operation', code: 'unsupported', message, allowed }] };
  }
  const hasMatch = request.matchOn !== undefined && request.matchOn.length > 0;
  const plain = { ...others, operation, isResolved: !Object.hasOwn(connector.objects, request.object) };
  const description = describeAny(plain, resolved.object, hasMatch);
  const problems = checkOperation(plain, description, hasMatch);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, description };
}

/** The record is the one that its id names, and no other is looked for. */
function describeNamed(connector: Connector, request: DescribeRequest, named: NamedOperation): Described {
  const { object, operation } = named;
  const described = describeObject(connector, { ...request, object, operation, byId: true });
  return described.ok ? { ok: true, description: { ...described.description, named } } : described;
}

type PlainRequest = DescribeRequest & {
  operation?: WriteOperation | undefined;
  /** Options of the integration say what the object is; the connector declares none of this name. */
  isResolved?: boolean;
};

type HttpChoice = 'byId' | 'withoutSchemas' | 'isResolved';

function describeAny(request: PlainRequest, object: AnyObject, hasMatch: boolean): ObjectDescription {
  if ('table' in object) return describeTable(request, object, hasMatch);
  return 'driver' in object ? describeDriver(request, object, hasMatch) : describeHttp(request, object, hasMatch);
}

function checkOperation(request: PlainRequest, description: ObjectDescription, hasMatch: boolean): FieldError[] {
  if (request.operation === undefined) return [];
  const operation = description.operations[request.operation];
  if (operation === undefined) {
    const message = messages.objectOperationUnsupported({ operation: request.operation });
    const allowed = Object.keys(description.operations).filter((kind) => kind !== 'list');
    return [{ path: 'operation', code: 'unsupported', message, allowed }];
  }
  const unusable = request.matchOn?.findIndex((path) => parseValuePath(path) === undefined) ?? -1;
  if (unusable !== -1) return [{ path: `match_on[${unusable}]`, code: 'invalid_path', message: messages.pathInvalid }];
  if (operation.matchOn !== 'required' || hasMatch) return [];
  return [{ path: 'match_on', code: 'required', message: messages.matchFieldsRequired }];
}

function describeHttp(request: PlainRequest, object: HttpObject, hasMatch: boolean): ObjectDescription {
  const description = describeRecords(request, object);
  const key = object.key ?? readPathKey(request, object);
  if (key !== undefined) description.key = key;
  const { find } = object.operations;
  if (find !== undefined) description.finds = true;
  const [only, ...others] = object.key ?? [];
  // An address that takes the value alone is that of one record.
  if (find !== undefined && !namesKey(find) && only !== undefined && others.length === 0) description.findsBy = [only];
  for (const [kind, operation] of listOperations(object)) {
    if (kind === 'list') description.operations.list = toListing(object);
    else description.operations[kind] = describeHttpWrite(object, { kind, write: operation, hasMatch }, request);
  }
  return description;
}

function toListing(object: HttpObject): ReadDescription {
  const { list } = object.operations;
  const isPrepared = list?.kind === 'pages' && list.job !== undefined;
  return { ...listing, incremental: isIncremental(object), ...(isPrepared ? { isPrepared } : {}) };
}

function describeRecords(
  request: DescribeRequest,
  { title, key, schema }: Pick<HttpObject, 'title' | 'key' | 'schema'>,
): ObjectDescription {
  return {
    id: request.object,
    title,
    ...(key === undefined ? {} : { key }),
    ...(schema === undefined || request.withoutSchemas === true ? {} : { schema: toJsonSchema(schema) }),
    operations: {},
  };
}

function describeDriver(
  request: DescribeRequest,
  object: DriverObject<object, { promise: WritePromise }>,
  hasMatch: boolean,
): ObjectDescription {
  const description = describeRecords(request, object);
  if (object.operations.list !== undefined) {
    description.operations.list = { ...listing, incremental: isChangeFeed(object.operations.list) };
  }
  const { findsBy } = object;
  if (findsBy !== undefined) description.finds = true;
  if (findsBy !== undefined && findsBy !== 'any') description.findsBy = findsBy;
  for (const kind of writeKinds) {
    const promise = object.operations[kind]?.promise;
    if (promise !== undefined) description.operations[kind] = describePromise(kind, promise, hasMatch);
  }
  return description;
}

function describePromise(kind: WriteOperation, promise: WritePromise, hasMatch: boolean): WriteDescription {
  const { idempotency, idempotencyWithMatch = idempotency, matchOn, needs, schema } = promise;
  const { identity, identityWithMatch = identity } = promise;
  return {
    kind,
    effect: effectOf(kind),
    idempotency: hasMatch ? idempotencyWithMatch : idempotency,
    matchOn,
    identity: hasMatch ? identityWithMatch : identity,
    ...(needs === undefined || hasMatch ? {} : { needs }),
    ...(schema === undefined ? {} : { schema: toJsonSchema(schema) }),
  };
}

/** Describes a write of a declared object, whose integration names no match fields. Pure. */
export function describeWrite(object: AnyObject, kind: WriteOperation): WriteDescription | undefined {
  if ('table' in object) return undefined;
  if ('driver' in object) {
    const promise = object.operations[kind]?.promise;
    return promise && describePromise(kind, promise, false);
  }
  const write = object.operations[kind];
  return write && describeHttpWrite(object, { kind, write, hasMatch: false });
}

function effectOf(kind: WriteOperation): WriteDescription['effect'] {
  return kind === 'delete' ? 'destructive' : 'reversible';
}

const writeKinds: readonly WriteOperation[] = ['create', 'update', 'upsert', 'delete'];

const listing: ReadDescription = { kind: 'list', effect: 'none', incremental: false };

/** Whether the system can be asked for what changed. */
export function isIncremental(object: AnyObject): boolean {
  const { list } = object.operations;
  return list !== undefined && isChangeFeed(list);
}

function isChangeFeed(list: object): boolean {
  if ('cursor' in list) return list.cursor !== undefined;
  if ('kind' in list && list.kind === 'mailbox') return true;
  if ('numbers' in list && list.numbers !== undefined) return true;
  return 'incremental' in list && list.incremental !== undefined;
}

type WriteEntry = [WriteOperation, HttpWrite];

function listOperations(object: HttpObject): (['list', undefined] | WriteEntry)[] {
  const { list, find: _find, ...rest } = object.operations;
  const entries = writeKinds.flatMap((kind): WriteEntry[] => {
    const operation = rest[kind];
    return operation === undefined ? [] : [[kind, operation]];
  });
  return list === undefined ? entries : [['list', undefined], ...entries];
}

/** A write whose address is made of the record's own fields: these are its key. */
function readPathKey(request: PlainRequest, object: HttpObject): readonly string[] | undefined {
  const write = object.operations[request.operation ?? 'upsert'];
  if (request.role !== 'target' || write?.idempotency.kind !== 'put_by_key') return undefined;
  const fields = listHoles(parseTemplate(write.request.path)).filter((name) => !name.startsWith('config.'));
  return fields.length > 0 ? fields : undefined;
}

function describeHttpWrite(
  object: HttpObject,
  named: NamedWrite,
  { byId = false, withoutSchemas = false, isResolved = false }: Pick<PlainRequest, HttpChoice> = {},
): WriteDescription {
  const { kind, write, hasMatch } = named;
  const key = findWriteKey(object, named);
  const givesNoId = write.idempotency.kind !== 'put_by_key' && !readsId(write);
  const unless = isResolved ? { unless: 'options.target_id_path' } : {};
  const description = {
    kind,
    effect: write.effect ?? effectOf(kind),
    ...(givesNoId ? { givesNoId: unless } : {}),
    ...(key === undefined ? {} : { key }),
    needs: listNeeds(named),
    ...(write.schema === undefined || withoutSchemas ? {} : { schema: toJsonSchema(write.schema) }),
  };
  switch (write.idempotency.kind) {
    case 'put_by_key': {
      // Where neither address nor body holds a key of its own, the system recognises records by fields of theirs.
      const matchOn = key === undefined && kind !== 'delete' ? 'required' : 'unused';
      return { ...description, idempotency: 'natural', matchOn, identity: 'match' };
    }
    case 'header':
    case 'client_token':
      return { ...description, idempotency: 'keyed', matchOn: 'optional', identity: 'assigned' };
    case 'find': {
      // The same values once more, or gone once more.
      if (byId && kind !== 'create')
        return { ...description, idempotency: 'natural', matchOn: 'unused', identity: 'assigned' };
      // What is to be created need not be there: without a way to recognise it, a repeat makes another one.
      const matchOn = kind === 'create' ? 'optional' : 'required';
      return { ...description, idempotency: hasMatch ? 'lookup' : 'none', matchOn, identity: 'assigned' };
    }
    case 'none':
      return { ...description, idempotency: 'none', matchOn: 'unused', identity: 'assigned' };
  }
}

function readsId({ targetIdPath, idempotency, bulk }: HttpWrite): boolean {
  const paths = [
    targetIdPath,
    bulk?.results?.targetIdPath,
    idempotency.kind === 'find' ? idempotency.idPath : undefined,
  ];
  return paths.some((path) => path !== undefined);
}

function describeTable(request: PlainRequest, object: TableObject, hasMatch: boolean): ObjectDescription {
  const description: ObjectDescription = { id: request.object, title: object.title, operations: {} };
  const { list, create, update, upsert, delete: erase } = object.operations;
  if (list !== undefined) {
    const { cursor } = list;
    description.operations.list =
      cursor === undefined ? listing : { ...listing, incremental: true, cursorColumn: cursor.column };
  }
  // Each column can be searched for.
  if (list !== undefined) description.finds = true;
  const effect = 'reversible';
  if (create !== undefined) {
    const idempotency = hasMatch ? 'lookup' : 'none';
    const identity = hasMatch ? 'match' : 'assigned';
    const given = hasMatch ? {} : { givesKey: true as const };
    description.operations.create = { kind: 'create', effect, idempotency, matchOn: 'optional', identity, ...given };
  }
  const isById = request.byId === true && !hasMatch;
  const byKey = isById
    ? ({ effect, idempotency: 'natural', matchOn: 'unused', identity: 'assigned' } as const)
    : ({ effect, idempotency: 'natural', matchOn: 'required', identity: 'match' } as const);
  if (update !== undefined) description.operations.update = { kind: 'update', ...byKey };
  if (upsert !== undefined && !isById) description.operations.upsert = { kind: 'upsert', ...byKey };
  if (erase !== undefined) description.operations.delete = { kind: 'delete', ...byKey, effect: 'destructive' };
  return description;
}

/** Kinds of operations of an object. */
export function listOperationKinds(object: AnyObject): OperationKind[] {
  const kinds: readonly OperationKind[] = ['list', ...writeKinds];
  return kinds.filter((kind) => Object.hasOwn(object.operations, kind));
}
