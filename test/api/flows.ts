import { expect } from 'vitest';
import type { Item, TestApi } from './harness.ts';

/** A complete flow between two new connections, as `POST /integrations` takes it. */
export async function makeFlow(api: TestApi, key?: string): Promise<Record<string, unknown>> {
  const as = key === undefined ? {} : { key };
  const [source, target] = await Promise.all([
    api.request('POST', '/v1/connections', {
      ...as,
      body: { name: 'Feed', service_type: 'cisa_kev', credentials: {} },
    }),
    api.request('POST', '/v1/connections', {
      ...as,
      body: {
        name: 'Warehouse',
        service_type: 'postgres',
        credentials: { user: 'hub', password: 'CANARY-database-password' },
        config: { host: 'db.example', database: 'warehouse' },
      },
    }),
  ]);
  return {
    source: { connection_id: source.data.id, object: 'vulnerabilities' },
    target: { connection_id: target.data.id, object: 'kev', operation: 'upsert', match_on: ['cve_id'] },
    mapping: [
      { to: 'cve_id', from: 'cveID', required: true },
      { to: 'vendor', from: 'vendorProject' },
    ],
  };
}

/** A connection that reads. */
export async function addFeed(api: TestApi, members: Record<string, unknown> = {}, key?: string): Promise<Item> {
  const created = await api.request('POST', '/v1/connections', {
    ...(key === undefined ? {} : { key }),
    body: { name: 'Feed', service_type: 'cisa_kev', credentials: {}, ...members },
  });
  expect(created.status).toBe(201);
  return created.data;
}

/** Creates an integration out of a flow and further members. */
export async function addIntegration(api: TestApi, members: Record<string, unknown> = {}, key?: string): Promise<Item> {
  const flow = await makeFlow(api, key);
  const created = await api.request('POST', '/v1/integrations', {
    ...(key === undefined ? {} : { key }),
    body: { name: 'Vulnerabilities', ...flow, ...members },
  });
  expect([created.status, created.error?.details.errors]).toEqual([201, undefined]);
  return created.data;
}
