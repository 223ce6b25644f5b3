import type { HttpConnector } from '../../connectors/kit/define.ts';
import type { HttpWrite, RequestTemplate } from '../../connectors/kit/http-operations.ts';
import {
  planEntry,
  planFind,
  planFixed,
  type Planned,
  type PlanScope,
  planPage,
  planWrite,
} from '../../connectors/kit/plan.ts';
import { parsePath } from '../../connectors/kit/record-path.ts';
import { listHoles, parseTemplate } from '../../connectors/kit/template.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { Effect, WriteOperation } from '../../core/records.ts';
import type { Contract, ContractOperation } from '../../tools/contract/contract.ts';
import { type OperationUse, sampleBaseUrl } from '../../tools/contract/operation-uses.ts';
import { sampleForms } from '../../tools/contract/sample-forms.ts';
import { sampleSchema, type SampleVariant } from '../../tools/contract/sample-schema.ts';

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
      const job = { id: sampleId, chunk: sampleId };
      if (call.part === 'entry') {
        return [planEntry(request, sampleHoles([request], 'entry.'), { ...scope, holes: { job } })];
      }
      const pages = call.read.kind === 'folder' ? call.read.list : call.read;
      const parent = sampleHoles([request], 'parent.');
      return [
        pages.kind === 'pages'
          ? planPage(pages, null, { ...scope, holes: { parent, job } })
          : planFixed(request, scope),
      ];
    }
    case 'write':
      return (['full', 'required'] as const).flatMap((variant) => {
        const effect = sampleEffect(call.write, call.operation, contract, operation, variant);
        if (call.part === 'find') return [planFind(call.write, effect, scope) ?? []].flat();
        return [planWrite(call.write, effect, call.part === 'update' ? sampleId : undefined, scope)];
      });
  }
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
  const needed = sampleHoles(
    requests.filter((request) => request !== undefined),
    '',
  );
  const schema = described.request?.schema;
  const body = schema === undefined ? {} : sampleSchema(schema, { schemas: contract.schemas, variant });
  return {
    effectId: 'effect-1',
    operation,
    sourceKey: 'key-1',
    targetId: undefined,
    body: { ...needed, ...(isJsonObject(body) ? body : {}) },
  };
}

/** A record with a value at the place of each hole. */
function sampleHoles(requests: readonly RequestTemplate[], prefix: string): JsonObject {
  const holes = requests
    .flatMap(({ path, query, bodyFields = {}, encoding }) => {
      // Of a JSON body, the description itself says what its members are.
      const members = encoding === 'form' || prefix !== '' ? Object.values(bodyFields) : [];
      return [path, ...Object.values(query), ...members];
    })
    .flatMap((text) => listHoles(parseTemplate(text)))
    .filter((name) => name.startsWith(prefix) && !name.startsWith('config.') && !name.startsWith('$'));
  const record: JsonObject = {};
  for (const hole of holes) {
    let place = record;
    const segments = (parsePath(hole.slice(prefix.length)) ?? []).map(String);
    for (const segment of segments.slice(0, -1)) {
      const inner = place[segment];
      const next = isJsonObject(inner) ? inner : {};
      place[segment] = next;
      place = next;
    }
    place[segments.at(-1) ?? ''] = sampleId;
  }
  return record;
}
