import type { HttpConnector } from '../../connectors/kit/connector.ts';
import type { HttpPages, HttpRead, HttpWrite, RequestTemplate } from '../../connectors/kit/http/operations.ts';
import { beginIncremental } from '../../connectors/drivers/http/exchange/incremental.ts';
import { withMember } from '../../connectors/drivers/http/exchange/members.ts';
import {
  planEntry,
  planFind,
  planFixed,
  type Planned,
  type PlanScope,
  planPage,
  planRequest,
  planSearch,
  planWrite,
} from '../../connectors/drivers/http/exchange/plan.ts';
import { toJsonObject, toPlainText } from '../../connectors/kit/type-guards.ts';
import { listHoles, parseTemplate } from '../../connectors/kit/template.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { compileReader } from '../../core/path-readers.ts';
import type { Effect, WriteOperation } from '../../core/records.ts';
import type { Contract, ContractOperation } from '../../tools/contract/contract.ts';
import { expandSchema } from '../../tools/contract/expand-schema.ts';
import { type OperationUse, pagesOf, sampleBaseUrl, type UsedCall } from '../../tools/contract/operation-uses.ts';
import { sampleForms } from '../../tools/contract/sample-forms.ts';
import { sampleSchema, type SampleVariant } from '../../tools/contract/sample-schema.ts';
import { placeAt } from './encode-document.ts';
import { followPath } from '../../tools/contract/schema-paths.ts';

type ReadCall = Extract<UsedCall, { kind: 'read' }>;
type SubscriptionCall = Extract<UsedCall, { kind: 'subscription' }>;

/** Plans the requests of a use: one, or for writes one with the least and one with the most that a record can hold. */
export function planSamples(
  connector: HttpConnector,
  { request, call }: OperationUse,
  contract: Contract,
  operation: ContractOperation,
): Planned[] {
  const { config, publicCredentials: auth } = sampleForms(connector);
  const names = connector.http.names?.({ config, auth });
  const scope: PlanScope = { baseUrl: sampleBaseUrl(connector), config, auth, names };
  switch (call.kind) {
    case 'test':
      return [planFixed(request, scope)];
    case 'read':
      return [planRead(request, call, scope), ...planChanges(request, call, scope)];
    case 'search':
      return [planSearch(call.find, call.object.key?.[0] ?? 'id', [sampleId], scope)];
    case 'subscription':
      return [planSubscription(request, call, scope)];
    case 'write':
      // What is sent together is what is sent one by one.
      if (call.part === 'bulk') return [];
      return (['full', 'required'] as const).flatMap((variant) => {
        const sampled = { write: call.write, request, operation: call.operation, variant };
        const effect = sampleEffect(sampled, contract, operation);
        if (call.part === 'lock') return [planLock(request, call.write, effect, scope)];
        if (call.part === 'find') return [planFind(call.write, effect, scope) ?? []].flat();
        return [planWrite(call.write, effect, call.part === 'update' ? sampleId : undefined, scope)];
      });
  }
}

function planSubscription(request: RequestTemplate, { topic, part }: SubscriptionCall, scope: PlanScope): Planned {
  if (part === 'list') return planPage(topic.list, null, scope);
  const holes: JsonObject = {
    $url: 'https://hub.example/hooks/hook_1',
    $name: 'Integration hub hook_1',
    $secret: 'a'.repeat(64),
    $events: [...(Object.values(topic.objects)[0] ?? [])],
    $event_names: (Object.values(topic.objects)[0] ?? []).join(','),
    $ends_at: sampleInstant,
    $id: sampleId,
  };
  return planRequest(request, scope, (name) => (Object.hasOwn(holes, name) ? holes[name] : undefined));
}

/** Plans the first page of what changed, where a list is asked for that. */
function planChanges(request: RequestTemplate, call: ReadCall, scope: PlanScope): Planned[] {
  const { read } = call;
  // An export is asked for what changed when it is made.
  if (call.part !== 'list' || read.kind !== 'pages' || read.incremental === undefined) return [];
  if (read.open !== undefined || 'job' in read) return [];
  const { kind } = read.incremental;
  const isTimed = kind === 'server_filter' || kind === 'time_window';
  // A token that is a whole address says nothing of the request.
  if (!isTimed && !(kind === 'delta_token' && read.incremental.parameter !== undefined)) return [];
  const cursor = beginIncremental(read.incremental, isTimed ? { since: sampleInstant } : { watermark: sampleId });
  const holes = { parent: sampleFamily(request, read), job: { id: sampleId, chunk: sampleId } };
  return cursor === undefined ? [] : [planPage(read, cursor, { ...scope, holes })];
}

function planRead(request: RequestTemplate, call: ReadCall, scope: PlanScope): Planned {
  const job = { id: sampleId, chunk: sampleId };
  switch (call.part) {
    case 'open':
      return planFixed(request, scope);
    case 'entry':
      return planEntry(request, fillHoles({}, [request], 'entry.'), scope);
    case 'create':
    case 'status':
    case 'abort':
    case 'remove':
      return planFixed(request, { ...scope, holes: { job } });
    case 'list':
    case 'parents':
    case 'grandparents':
    case 'next': {
      const own = call.read.kind === 'folder' ? call.read.list : call.read;
      const pages = call.part === 'parents' || call.part === 'grandparents' ? pagesOf(call) : own;
      const cursor = call.part === 'next' ? { at: sampleId, pages: 1, mark: '' } : placeOfFirst(pages);
      const holes = { parent: sampleFamily(request, call.read), job };
      return pages?.kind === 'pages' ? planPage(pages, cursor, { ...scope, holes }) : planFixed(request, scope);
    }
  }
}

/** Where the first page of a read is: behind the call that opens it, if there is one. */
export function placeOfFirst(read: HttpRead | HttpPages | undefined): Json {
  const isOpened = read?.kind === 'pages' && read.open !== undefined;
  return isOpened ? { opened: sampleId, pages: 0, mark: '' } : null;
}

/** The read of a version goes to the address of the change, and has no body. */
function planLock(request: RequestTemplate, write: HttpWrite, effect: Effect, scope: PlanScope): Planned {
  const { update: _, lock: _lock, ...rest } = write;
  return planWrite({ ...rest, request }, { ...effect, operation: 'delete' }, sampleId, scope);
}

/** A parent with all that a request needs of it. */
export function sampleParent(request: RequestTemplate): JsonObject {
  return fillHoles({}, [request], 'parent.');
}

/** The parent of one call, or the keys of as many as it takes. */
function sampleFamily(request: RequestTemplate, read: HttpRead): JsonObject {
  const { key = '', batch } = (read.kind === 'pages' ? read.parents : undefined) ?? {};
  return batch === undefined ? sampleParent(request) : withMember({}, key, [sampleId]);
}

/** The id that a sample's record has in the target. */
export const sampleId = '1';

const sampleInstant = '2026-01-31T12:00:00Z';

/** A write whose record is made up. */
interface SampledWrite {
  write: HttpWrite;
  /** The one of its requests that the record is for. */
  request: RequestTemplate;
  operation: WriteOperation;
  variant: SampleVariant;
}

/** A record to write: what the description allows as a body, and whatever the definition's addresses need. */
export function sampleEffect(
  { write, request, operation, variant }: SampledWrite,
  { schemas }: Contract,
  described: ContractOperation,
): Effect {
  const { idempotency } = write;
  const requests = [write.request, write.update, idempotency.kind === 'find' ? idempotency.request : undefined];
  const schema = described.request?.schema;
  const body = schema === undefined ? {} : toJsonObject(sampleSchema(schema, { schemas, variant }));
  const readSample = (path: string): Json | undefined => {
    const parameter = described.parameters.find(({ name, in: place }) => place === 'query' && name === path);
    const member = parameter?.schema ?? (schema && followPath(schema, path, schemas)[0]);
    return member && sampleSchema(member, { schemas, variant: 'full' });
  };
  /** What an object asks for, where the definition itself makes the object. */
  const readNeeded = (path: string): Json | undefined => {
    const at = path.lastIndexOf('.');
    const [parent = {}] = schema === undefined || at < 0 ? [] : followPath(schema, path.slice(0, at), schemas);
    const { required } = expandSchema(parent, schemas);
    return Array.isArray(required) && required.includes(path.slice(at + 1)) ? readSample(path) : undefined;
  };
  /** The record itself, which has what it needs wherever it stands. */
  const readRecord = (path: string): Json | undefined => {
    const [member] = schema === undefined ? [] : followPath(schema, path, schemas);
    return member && sampleSchema(member, { schemas, variant });
  };
  const given = requests.filter((one) => one !== undefined);
  return {
    effectId: 'effect-1',
    operation,
    sourceKey: 'key-1',
    targetId: undefined,
    body: fillHoles(
      fillAddresses(toRecord(body, request, { readNeeded, readRecord }), given, described.path),
      given,
      '',
      readSample,
    ),
  };
}

/** The record that gives a body: where its members are named one by one, what stands at a hole's place is the hole's. */
function toRecord(
  body: JsonObject,
  { bodyFields }: RequestTemplate,
  { readNeeded, readRecord }: Readonly<Record<'readNeeded' | 'readRecord', (path: string) => Json | undefined>>,
): JsonObject {
  if (bodyFields === undefined) return body;
  return Object.entries(bodyFields).reduce<JsonObject>((record, [path, text]) => {
    const { parts } = parseTemplate(text);
    const [hole] = parts;
    if (parts.length > 1 || typeof hole !== 'object') return record;
    if (hole.name === '$record') return { ...record, ...toJsonObject(readRecord(path)) };
    const value = compileReader(path)(body) ?? readNeeded(path);
    if (value === undefined) return record;
    return /^\$|^config\./.test(hole.name) ? record : toJsonObject(placeAt(record, hole.name, value));
  }, {});
}

/** A record with what `{+name}` of its addresses stands for: `projects/1/secrets/1` at `/v1/projects/{a}/secrets/{b}`. */
function fillAddresses(record: JsonObject, requests: readonly RequestTemplate[], described: string): JsonObject {
  return requests.reduce<JsonObject>((filled, { path }) => {
    const [before = '', name, after = '', ...more] = path.split(/\{\+([^}]+)\}/);
    if (name === undefined || more.length > 0 || !described.startsWith(before) || !described.endsWith(after))
      return filled;
    const address = described.slice(before.length, described.length - after.length).replaceAll(/\{[^}]*\}/g, sampleId);
    return toJsonObject(placeAt(filled, name, address));
  }, record);
}

/** A record with a value at the place of each hole that it does not fill yet. */
function fillHoles(
  record: JsonObject,
  requests: readonly RequestTemplate[],
  prefix: string,
  readSample: (path: string) => Json | undefined = () => undefined,
): JsonObject {
  const paths = requests
    .flatMap(({ path, query, bodyFields = {}, encoding }) => {
      // Of a JSON body, the description itself says what its members are, but for texts that are put together.
      const members = Object.values(bodyFields).filter(
        (text) => encoding === 'form' || prefix !== '' || parseTemplate(text).parts.length > 1,
      );
      return [path, ...Object.values(query), ...members];
    })
    .flatMap((text) => listHoles(parseTemplate(text)))
    .filter((name) => name.startsWith(prefix) && !name.startsWith('config.') && !name.startsWith('$'))
    .map((name) => name.slice(prefix.length));
  return paths.reduce<JsonObject>((filled, path) => {
    if (toPlainText(compileReader(path)(filled)) !== '') return filled;
    return toJsonObject(placeAt(filled, path, toPlainText(readSample(path)) || sampleId));
  }, record);
}
