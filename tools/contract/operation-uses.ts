import type { HttpConnector, HttpObject } from '../../connectors/kit/define.ts';
import { renderBaseUrl } from '../../connectors/kit/http/base-url.ts';
import type { HttpRead, HttpWrite, RequestTemplate } from '../../connectors/kit/http-operations.ts';
import { isTemplate, parseTemplate } from '../../connectors/kit/template.ts';
import type { WriteOperation } from '../../core/records.ts';
import { sampleForms } from './sample-forms.ts';

/** A request that a connector makes of its vendor. */
export interface OperationUse {
  /** `test`, `OBJECT.OPERATION`, or `OBJECT.OPERATION/PART` for a further request of the same operation. */
  id: string;
  request: RequestTemplate;
  call: UsedCall;
}

/** What a request is made by. */
export type UsedCall =
  | { kind: 'test' }
  | { kind: 'read'; object: HttpObject; read: HttpRead; part: 'list' | 'entry' }
  | {
      kind: 'write';
      object: HttpObject;
      write: HttpWrite;
      operation: WriteOperation;
      part: 'request' | 'update' | 'find';
    };

/** Every request that a connector's test and declared objects make. */
export function listUses(connector: HttpConnector): OperationUse[] {
  const { request } = connector.test;
  const test = typeof request === 'function' ? request(sampleForms(connector).config) : request;
  return [
    { id: 'test', request: test, call: { kind: 'test' } },
    ...Object.entries(connector.objects).flatMap(([name, object]) => listOfObject(name, object)),
  ];
}

/** Ids of the operations that `GET /connectors` counts: `OBJECT.OPERATION`. */
export function listOperationIds(connector: HttpConnector): string[] {
  return Object.entries(connector.objects).flatMap(([name, { operations }]) =>
    Object.keys(operations).map((operation) => `${name}.${operation}`),
  );
}

function listOfObject(name: string, object: HttpObject): OperationUse[] {
  const { list, ...writes } = object.operations;
  return [
    ...(list === undefined ? [] : listOfRead(`${name}.list`, object, list)),
    ...writeOperations.flatMap((operation) => {
      const write = writes[operation];
      return write === undefined ? [] : listOfWrite(`${name}.${operation}`, object, write, operation);
    }),
  ];
}

const writeOperations: readonly WriteOperation[] = ['create', 'update', 'upsert', 'delete'];

function listOfRead(id: string, object: HttpObject, read: HttpRead): OperationUse[] {
  const first = read.kind === 'folder' ? read.list.request : read.request;
  const uses: OperationUse[] = [{ id, request: first, call: { kind: 'read', object, read, part: 'list' } }];
  if (read.kind === 'folder') {
    uses.push({ id: `${id}/entry`, request: read.request, call: { kind: 'read', object, read, part: 'entry' } });
  }
  const from = read.kind === 'pages' ? read.parents?.from : undefined;
  if (from?.kind === 'pages') {
    uses.push({ id: `${id}/parents`, request: from.request, call: { kind: 'read', object, read, part: 'entry' } });
  }
  const job = read.kind === 'pages' ? read.job : undefined;
  const steps = job === undefined ? {} : { create: job.create, status: job.status, remove: job.remove };
  for (const [step, request] of Object.entries(steps)) {
    if (request !== undefined)
      uses.push({ id: `${id}/${step}`, request, call: { kind: 'read', object, read, part: 'entry' } });
  }
  return uses;
}

function listOfWrite(id: string, object: HttpObject, write: HttpWrite, operation: WriteOperation): OperationUse[] {
  const call = { kind: 'write', object, write, operation } as const;
  const uses: OperationUse[] = [{ id, request: write.request, call: { ...call, part: 'request' } }];
  if (write.update !== undefined) {
    uses.push({ id: `${id}/update`, request: write.update, call: { ...call, part: 'update' } });
  }
  if (write.idempotency.kind === 'find') {
    uses.push({ id: `${id}/find`, request: write.idempotency.request, call: { ...call, part: 'find' } });
  }
  return uses;
}

/** Path of a request behind its host, with `{}` for what is filled in at run time. */
export function toUsedPath(connector: HttpConnector, { request }: OperationUse): string {
  const base = URL.parse(withoutNames(request.base ?? sampleBaseUrl(connector)))?.pathname.replace(/\/+$/, '') ?? '';
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
