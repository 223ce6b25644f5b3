import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../api/route.ts';
import { routes } from '../../api/routes/index.ts';
import { newId } from '../../core/ids.ts';
import { addIntegration, makeFlow } from './flows.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;
let flow: Record<string, unknown>;
let ids: string[];

beforeAll(async () => {
  api = await startTestApi();
  flow = await makeFlow(api);
  const integration = await addIntegration(api);
  const run = await api.request('POST', `/v1/integrations/${integration.id}/execute`);
  ids = [
    integration.id,
    run.data.id,
    String(run.data['workflow_id']),
    's3',
    newId('run'),
    '%00',
    '..',
    'x'.repeat(300),
  ];
});

afterAll(() => api.close());

/** Names that mean something somewhere, so that odd values reach deep. */
const names =
  `name service_type credentials config account_id metadata status external_ref full_resync source target mapping
  triggers on_error concurrency connection_id object key filter options operation match_on delivery to from value
  convert lookup default required type record abort_above_percent field operator all any not id`.split(/\s+/);
const words = [
  'active',
  'manual',
  'upsert',
  'cisa_kev',
  'postgres',
  'http',
  's3',
  'equals',
  'a.b[0]',
  'a[',
  '',
  '\u0000',
  '\ud800',
];

const { value: anyJson } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(...words, null, true, -1, 0, 1e308, 0.1, 2 ** 53),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ maxLength: 8 })), tie('value'), { maxKeys: 5 }),
  ),
}));

/** A valid flow with one odd value in the place of another. */
const spoiltFlow = fc.tuple(fc.constantFrom(...names), anyJson, fc.nat(40)).map(([name, value, position]) => {
  let left = position;
  const spoil = (part: unknown): unknown => {
    left -= 1;
    if (left === 0) return value;
    if (Array.isArray(part)) return part.map(spoil);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, spoil(member)]));
  };
  return { name: 'Spoilt', ...Object(spoil(flow)), [name]: left > 0 ? value : undefined };
});

const query = fc.dictionary(
  fc.constantFrom(
    'page',
    'per_page',
    'status',
    'type',
    'integration_id',
    'service_type',
    'account_id',
    'category',
    'x',
  ),
  fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...words, '1', '2')),
  {
    maxKeys: 2,
  },
);

/** They wait for workers, and none is here. */
const asksWorkers = new Set([
  'testConnection',
  'testUnsavedConnection',
  'getConnectionSchema',
  'browseRecords',
  'previewIntegration',
]);

function shoot(route: Route, id: string, parameters: Record<string, string>, body: unknown) {
  const search = new URLSearchParams(parameters).toString();
  const path = `/v1${route.path.replace('{id}', id)}${search === '' ? '' : `?${search}`}`;
  const withBody = route.method !== 'get' && route.method !== 'delete';
  return api.request(route.method.toUpperCase(), path, withBody ? { text: JSON.stringify(body) ?? '' } : {});
}

describe('test/api/fuzz', () => {
  it('answers whatever comes as documented, and never with 5xx', async () => {
    const targets = routes.filter(({ operationId }) => !asksWorkers.has(operationId));
    const shots = fc.record({
      route: fc.constantFrom(...targets),
      position: fc.nat(),
      parameters: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: query }),
      body: fc.oneof(anyJson, spoiltFlow),
    });

    await fc.assert(
      fc.asyncProperty(shots, async ({ route, position, parameters, body }) => {
        const { status } = await shoot(route, ids[position % ids.length] ?? '', parameters, body);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 1500) },
    );
  });
});
