import type { HttpConnector } from '../../connectors/kit/connector.ts';
import type { HttpObject } from '../../connectors/kit/object-types.ts';
import { renderBaseUrl } from '../../connectors/drivers/http/base-url.ts';
import type {
  HttpFind,
  HttpPages,
  HttpParents,
  HttpRead,
  HttpWrite,
  RequestTemplate,
} from '../../connectors/kit/http/operations.ts';
import { resolveObject } from '../../connectors/kit/objects.ts';
import { isTemplate, parseTemplate } from '../../connectors/kit/template.ts';
import type { SubscriptionTopic } from '../../connectors/kit/webhook/subscription.ts';
import type { WriteOperation } from '../../core/records.ts';
import { sampleForms } from './sample-forms.ts';

/** A request that a connector makes of its vendor. */
export interface OperationUse {
  /** `test`, `OBJECT.OPERATION`, or `OBJECT.OPERATION/PART` for a further request of the same operation. */
  id: string;
  request: RequestTemplate;
  call: UsedCall;
}

/** `parents` begins the list of what a reading is made once for each of, and `grandparents` that list's own; `create`, `status`, `abort` and `remove` are those of an export. */
type ReadPart = 'list' | 'parents' | 'grandparents' | 'entry' | 'open' | 'next' | JobStep;

export const jobSteps = ['create', 'status', 'abort', 'remove'] as const;
export type JobStep = (typeof jobSteps)[number];

/** What a request is made by. */
export type UsedCall =
  | { kind: 'test' }
  | { kind: 'read'; object: HttpObject; read: HttpRead; part: ReadPart }
  | { kind: 'search'; object: HttpObject; find: HttpFind }
  /** Of `listSubscriptionUses`. */
  | { kind: 'subscription'; topic: SubscriptionTopic; part: string }
  | {
      kind: 'write';
      object: HttpObject;
      write: HttpWrite;
      operation: WriteOperation;
      part: 'request' | 'update' | 'find' | 'lock' | 'bulk';
    };

/** Every request that a connector's test and objects make. */
export function listUses(connector: HttpConnector): OperationUse[] {
  const { request } = connector.test;
  const test = typeof request === 'function' ? request(sampleForms(connector).config) : request;
  return [
    { id: 'test', request: test, call: { kind: 'test' } },
    ...listObjects(connector).flatMap(([name, object]) => listOfObject(name, object)),
  ];
}

/** Ids of the operations that `GET /connectors` counts: `OBJECT.OPERATION`. */
export function listOperationIds(connector: HttpConnector): string[] {
  return listObjects(connector).flatMap(([name, { operations }]) =>
    Object.keys(operations).map((operation) => `${name}.${operation}`),
  );
}

/** What uses call the objects that are named at will: `*.list`. */
const namedAtWill = '*';

/** True for a use of an object that is named at will. */
export const isOfNamed = (use: string): boolean => use.startsWith(`${namedAtWill}.`);

function listObjects(connector: HttpConnector): (readonly [string, HttpObject])[] {
  const named = toNamedObject(connector);
  return [...Object.entries(connector.objects), ...(named === undefined ? [] : [[namedAtWill, named] as const])];
}

/** The objects that are named at will as one: of each operation, the first of their examples that has it. */
function toNamedObject(connector: HttpConnector): HttpObject | undefined {
  const objects = (connector.dynamicObjects?.examples ?? []).flatMap(({ request }) => {
    const resolved = resolveObject(connector, request);
    return resolved.ok ? [resolved.object] : [];
  });
  const [first] = objects;
  if (first === undefined) return undefined;
  const operations = objects.reduceRight<HttpObject['operations']>(
    (all, object) => ({ ...all, ...object.operations }),
    {},
  );
  return { ...first, operations };
}

function listOfObject(name: string, object: HttpObject): OperationUse[] {
  const { list, find, ...writes } = object.operations;
  return [
    ...(list === undefined ? [] : listOfRead(`${name}.list`, object, list)),
    ...(find === undefined ? [] : listPart(`${name}.find`, find.request, { kind: 'search', object, find })),
    ...writeOperations.flatMap((operation) => {
      const write = writes[operation];
      return write === undefined ? [] : listOfWrite(`${name}.${operation}`, object, write, operation);
    }),
  ];
}

const writeOperations: readonly WriteOperation[] = ['create', 'update', 'upsert', 'delete'];

function listOfRead(id: string, object: HttpObject, read: HttpRead): OperationUse[] {
  const call = { kind: 'read', object, read } as const;
  const entry = { ...call, part: 'entry' } as const;
  const first = read.kind === 'folder' ? read.list : read;
  const { open, nextRequest } = first.kind === 'pages' ? first : {};
  const job = read.kind === 'pages' ? read.job : undefined;
  return [
    { id, request: first.request, call: { ...call, part: 'list' } },
    ...listPart(`${id}/entry`, read.kind === 'folder' ? read.request : undefined, entry),
    ...(['parents', 'grandparents'] as const).flatMap((part) => {
      const from = parentsOf(read, part)?.from;
      return listPart(`${id}/${part}`, from?.kind === 'pages' ? from.request : undefined, { ...call, part });
    }),
    ...jobSteps.flatMap((step) => listPart(`${id}/${step}`, job?.[step], { ...call, part: step })),
    ...listPart(`${id}/open`, open?.request, { ...call, part: 'open' }),
    ...listPart(`${id}/next`, nextRequest, { ...call, part: 'next' }),
  ];
}

function listOfWrite(id: string, object: HttpObject, write: HttpWrite, operation: WriteOperation): OperationUse[] {
  const call = { kind: 'write', object, write, operation } as const;
  const { request, update, idempotency, lock, bulk, memberNames: names } = write;
  const find = idempotency.kind === 'find' ? idempotency.request : undefined;
  return [
    { id, request, call: { ...call, part: 'request' } },
    ...listPart(`${id}/update`, update, { ...call, part: 'update' }),
    ...listPart(`${id}/find`, find, { ...call, part: 'find' }),
    ...listPart(`${id}/lock`, lock?.request, { ...call, part: 'lock' }),
    ...listPart(`${id}/bulk`, bulk?.request, { ...call, part: 'bulk' }),
    ...(names === undefined
      ? []
      : listOfRead(`${id}/names`, { title: object.title, key: [names.id, names.name], operations: {} }, names.from)),
  ];
}

function listPart(id: string, request: RequestTemplate | undefined, call: UsedCall): OperationUse[] {
  return request === undefined ? [] : [{ id, request, call }];
}

/** The reading in pages that a use begins: the list itself, or the one of its parents. */
export function pagesOf(call: UsedCall): HttpPages | undefined {
  if (call.kind === 'subscription' && call.part === 'list') return call.topic.list;
  if (call.kind !== 'read' || call.read.kind !== 'pages') return undefined;
  if (call.part === 'list') return call.read;
  const from =
    call.part === 'parents' || call.part === 'grandparents' ? parentsOf(call.read, call.part)?.from : undefined;
  return from?.kind === 'pages' ? from : undefined;
}

/** What a reading is made once for each of, or what the list of these is. */
export function parentsOf(read: HttpRead, part: 'parents' | 'grandparents'): HttpParents | undefined {
  const parents = read.kind === 'pages' ? read.parents : undefined;
  if (part === 'parents') return parents;
  return parents?.from.kind === 'pages' ? parents.from.parents : undefined;
}

/** Host of a request, with `{}` for what is filled in at run time. */
export function toUsedHost(connector: HttpConnector, use: OperationUse): string {
  return toUsedBase(connector, use)?.host ?? '';
}

function toUsedBase(connector: HttpConnector, { request }: OperationUse): URL | null {
  return URL.parse(withoutNames(request.base ?? sampleBaseUrl(connector)));
}

/** Path of a request behind its host, with `{}` for what is filled in at run time. */
export function toUsedPath(connector: HttpConnector, use: OperationUse): string {
  const { request } = use;
  const base = toUsedBase(connector, use)?.pathname.replace(/\/+$/, '') ?? '';
  const path = withoutNames(request.path).split('?')[0] ?? '';
  return path === '' || path.startsWith('/') ? `${base}${path}` : `${base}/${path}`;
}

export function sampleBaseUrl(connector: HttpConnector): string {
  const { config, publicCredentials } = sampleForms(connector);
  return renderBaseUrl(connector.http, { config, auth: publicCredentials });
}

function withoutNames(text: string): string {
  if (!isTemplate(text)) return text;
  return parseTemplate(text)
    .parts.map((part) => (typeof part === 'string' ? part : '{}'))
    .join('');
}
