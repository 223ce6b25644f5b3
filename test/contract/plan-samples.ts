import type { HttpConnector } from '../../connectors/kit/define.ts';
import type { HttpWrite, RequestTemplate } from '../../connectors/kit/http-operations.ts';
import {
  planEntry,
  planFind,
  planFixed,
  type Planned,
  type PlanScope,
  planPage,
  planSearch,
  planWrite,
} from '../../connectors/kit/plan.ts';
import { toJsonObject, toPlainText } from '../../connectors/kit/narrow.ts';
import { compileReader } from '../../connectors/kit/record-path.ts';
import { listHoles, parseTemplate } from '../../connectors/kit/template.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Effect, WriteOperation } from '../../core/records.ts';
import type { Contract, ContractOperation } from '../../tools/contract/contract.ts';
import { type OperationUse, sampleBaseUrl } from '../../tools/contract/operation-uses.ts';
import { sampleForms } from '../../tools/contract/sample-forms.ts';
import { sampleSchema, type SampleVariant } from '../../tools/contract/sample-schema.ts';
import { placeAt } from './encode-document.ts';
import { followPath } from './schema-paths.ts';

/** Plans the requests of a use: one, or for writes one with the least and one with the most that a record can hold. */
export function planSamples(
  connector: HttpConnector,
  { request, call }: OperationUse,
  contract: Contract,
  operation: ContractOperation,
): Planned[] {
  const { config, publicCredentials: auth } = sampleForms(connector);
  const scope: PlanScope = { baseUrl: sampleBaseUrl(connector), config, auth };
  switch (call.kind) {
    case 'test':
      return [planFixed(request, scope)];
    case 'read': {
      if (call.part === 'open') return [planFixed(request, scope)];
      const job = { id: sampleId, chunk: sampleId };
      if (call.part === 'entry') {
        return [planEntry(request, fillHoles({}, [request], 'entry.'), { ...scope, holes: { job } })];
      }
      const pages = call.read.kind === 'folder' ? call.read.list : call.read;
      const parent = sampleParent(request);
      const cursor = call.part === 'next' ? { at: sampleId, pages: 1, mark: '' } : null;
      const holes = { parent, job };
      return [pages.kind === 'pages' ? planPage(pages, cursor, { ...scope, holes }) : planFixed(request, scope)];
    }
    case 'search':
      return [planSearch(call.find, call.object.key?.[0] ?? 'id', [sampleId], scope)];
    case 'write':
      // What is sent together is what is sent one by one.
      if (call.part === 'bulk') return [];
      return (['full', 'required'] as const).flatMap((variant) => {
        const effect = sampleEffect(call.write, call.operation, contract, operation, variant);
        if (call.part === 'lock') return [planLock(request, call.write, effect, scope)];
        if (call.part === 'find') return [planFind(call.write, effect, scope) ?? []].flat();
        return [planWrite(call.write, effect, call.part === 'update' ? sampleId : undefined, scope)];
      });
  }
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

/** The id that a sample's record has in the target. */
export const sampleId = '1';

/** A record to write: what the description allows as a body, and whatever the definition's addresses need. */
export function sampleEffect(
  write: HttpWrite,
  operation: WriteOperation,
  contract: Contract,
  described: ContractOperation,
  variant: SampleVariant,
): Effect {
  const { idempotency } = write;
  const requests = [write.request, write.update, idempotency.kind === 'find' ? idempotency.request : undefined];
  const schema = described.request?.schema;
  const { schemas } = contract;
  const body = schema === undefined ? {} : sampleSchema(schema, { schemas, variant });
  const readSample = (path: string): Json | undefined => {
    const [member] = schema === undefined ? [] : followPath(schema, path, schemas);
    return member && sampleSchema(member, { schemas, variant: 'full' });
  };
  const given = requests.filter((request) => request !== undefined);
  return {
    effectId: 'effect-1',
    operation,
    sourceKey: 'key-1',
    targetId: undefined,
    body: fillHoles(isJsonObject(body) ? body : {}, given, '', readSample),
  };
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
      // Of a JSON body, the description itself says what its members are.
      const members = encoding === 'form' || prefix !== '' ? Object.values(bodyFields) : [];
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
