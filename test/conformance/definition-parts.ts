import { hmacFields } from '../../connectors/drivers/http/auth/hmac.ts';
import type { AuthMethod } from '../../connectors/kit/auth/methods.ts';
import type { Connector } from '../../connectors/kit/connector.ts';
import type { HttpObject } from '../../connectors/kit/object-types.ts';
import type { HttpPages, HttpWrite, RequestTemplate } from '../../connectors/kit/http/operations.ts';
import { resolveObject } from '../../connectors/kit/objects.ts';
import { listHoles, parseTemplate } from '../../connectors/kit/template.ts';

/** Templates of one request, and the names that may stand in them beside the configuration's. */
export interface RequestTemplates {
  where: string;
  texts: string[];
  /** `undefined`: any field of a record, whose shape nobody declared. */
  known: string[] | undefined;
}

/** The names of credential fields that a method puts into requests. */
export function authHoles({ apply }: AuthMethod): string[] {
  switch (apply.kind) {
    case 'sigv4':
      return ['access_key_id', 'secret_access_key', 'region'];
    case 'database_password':
      return ['user', 'password'];
    case 'driver_login':
      return [];
    case 'hmac':
      return [...hmacFields[apply.scheme]];
    default:
      return holesOf(...listTexts(apply)).filter((name) => !name.startsWith('$') && !name.startsWith('config.'));
  }
}

/** Every text of a method's description; those that are no templates have no holes. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : [];
}

function holesOf(...texts: string[]): string[] {
  return texts.flatMap((text) => listHoles(parseTemplate(text)));
}

/** Every request that a connector's objects and examples make, and its test. */
export function listTemplates(connector: Connector): RequestTemplates[] {
  if (connector.transport !== 'http') return [];
  const { request } = connector.test;
  const { baseUrl } = connector.http;
  const examples = connector.dynamicObjects?.examples ?? [];
  const resolved = examples.flatMap(({ title, request: named }) => {
    const found = resolveObject(connector, named);
    return found.ok ? [[title, found.object] as const] : [];
  });
  return [
    ...(typeof request === 'function' ? [] : [toTemplates('test', request, [])]),
    ...(typeof baseUrl === 'function'
      ? []
      : [{ where: 'base address', texts: [baseUrl], known: authNames(connector) }]),
    ...[...Object.entries(connector.objects), ...resolved].flatMap(([where, object]) => listOfObject(where, object)),
  ];
}

function authNames({ auth }: Connector): string[] {
  return auth.flatMap((method) => Object.keys(method.credentials.shape).map((name) => `auth.${name}`));
}

function listOfObject(where: string, { operations }: HttpObject): RequestTemplates[] {
  const { list, find, ...writes } = operations;
  const search = find === undefined ? [] : [toTemplates(where, find.request, ['key', 'value'])];
  return [
    ...listOfRead(where, list),
    ...search,
    ...Object.values(writes).flatMap((write) => listOfWrite(where, write)),
  ];
}

function listOfRead(where: string, list: HttpObject['operations']['list']): RequestTemplates[] {
  if (list === undefined) return [];
  if (list.kind === 'file') return [toTemplates(where, list.request, [])];
  if (list.kind === 'pages') return listOfPages(where, list);
  return [toTemplates(where, list.list.request, []), toTemplates(where, list.request, [`entry.${list.namePath}`])];
}

function listOfPages(where: string, { request, nextRequest, open, parents, job }: HttpPages): RequestTemplates[] {
  const known = [
    '$page',
    '$page_size',
    '$started',
    ...(open === undefined ? [] : ['$opened']),
    ...(job === undefined ? [] : ['job.id', 'job.chunk']),
    ...(parents === undefined ? [] : listParentHoles(toTemplates(where, request, undefined).texts)),
  ];
  const others = [nextRequest, open?.request, job?.create, job?.status, job?.remove];
  const upper = parents?.from.kind === 'pages' ? listOfPages(where, parents.from) : [];
  return [request, ...others]
    .flatMap((part) => (part === undefined ? [] : [toTemplates(where, part, known)]))
    .concat(upper);
}

function listParentHoles(texts: readonly string[]): string[] {
  return texts.flatMap((text) => listHoles(parseTemplate(text))).filter((hole) => hole.startsWith('parent.'));
}

function listOfWrite(where: string, write: HttpWrite): RequestTemplates[] {
  const requests = [
    write.request,
    write.update,
    write.idempotency.kind === 'find' ? write.idempotency.request : undefined,
    write.lock?.request,
    write.bulk?.request,
  ];
  return requests.flatMap((request) => (request === undefined ? [] : [toTemplates(where, request, undefined)]));
}

function toTemplates(where: string, request: RequestTemplate, known: string[] | undefined): RequestTemplates {
  const { base = '', path, query, bodyFields = {}, xml = '' } = request;
  return { where, texts: [base, path, ...Object.values(query), ...Object.values(bodyFields), xml], known };
}
