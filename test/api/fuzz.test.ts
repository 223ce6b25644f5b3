import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Rng } from '../simulator/rng.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { answerable, createTenant, populate, type Tenant } from './tenant.ts';

let api: TestApi;
let tenants: Tenant[];

const seed = Number(process.env['FUZZ_SEED'] ?? 1);
const rounds = Number(process.env['FUZZ_ROUNDS'] ?? 20);
const idPattern = /[a-z]{2,6}_[0-7][0-9a-hjkmnp-tv-z]{25}/g;

beforeAll(async () => {
  api = await startTestApi();
  const keys = [api.organization.api_key, (await api.addOrganization('Second')).api_key];
  tenants = await Promise.all(keys.map((key) => createTenant(api, key, { seed, wrong: 0.4 })));
  for (const tenant of tenants) await populate(api, tenant);
});

afterAll(() => api.close());

describe(`test/api/fuzz`, { timeout: 120_000 }, () => {
  it(`answers two busy organizations as documented, never with 5xx, and neither of them with the other's ids`, async () => {
    const rng = new Rng(seed, 'order');
    const shots = Array.from({ length: rounds * answerable.length }, () => rng.pick(answerable));

    await Promise.all(
      tenants.map(async (tenant) => {
        for (const operation of shots) {
          const shot = tenant.aim(operation);
          const { status } = await tenant.shoot(shot);
          expect(status, `seed ${seed}: ${shot.operation.title} ${shot.path} ${shot.body}`).toBeLessThan(500);
        }
      }),
    );

    const [first, second] = await Promise.all(tenants.map((tenant) => readEverything(tenant)));
    expect(first?.size, `seed ${seed}`).toBeGreaterThan(10);
    expect(
      [...(first ?? [])].filter((id) => second?.has(id)),
      `seed ${seed}`,
    ).toEqual([]);
  });
});

/** Every id that any list or resource shows to an organization. */
async function readEverything(tenant: Tenant): Promise<Set<string>> {
  const seen = new Set<string>();
  for (const operation of answerable.filter(({ method }) => method === 'GET')) {
    const ids = operation.path.includes('{') ? tenant.memory.idsFor(operation.path, 'id') : ['-'];
    for (const id of ids) {
      const path = operation.path.replace('{id}', id);
      const { status, body } = await api.request('GET', `/v1${path}`, { key: tenant.key });
      if (status === 200) for (const [found] of JSON.stringify(body).matchAll(idPattern)) seen.add(found);
    }
  }
  return seen;
}
