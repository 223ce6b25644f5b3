import { once } from 'node:events';
import type { Server } from 'node:http';
import { pino } from 'pino';
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bases } from '../../api/app.ts';
import { createHttpServer } from '../../api/server.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { answerable, createTenant, populate, type Tenant } from './tenant.ts';

let api: TestApi;
let server: Server;
let http: Pool;
let owner: Tenant;
let foreignKey: string;

beforeAll(async () => {
  api = await startTestApi();
  server = createHttpServer(api.app, pino({ level: 'silent' }), 'http://hub.example');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  http = new Pool(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
  owner = await createTenant(api, api.organization.api_key, { seed: 1, wrong: 0 });
  await populate(api, owner);
  foreignKey = (await api.addOrganization('Second')).api_key;
});

afterAll(async () => {
  await http.destroy();
  server.closeAllConnections();
  server.close();
  await api.close();
});

/** Ways to write an address that proxies and routers are known to read differently. */
const variants: Record<string, (base: string, path: string) => string> = {
  'a slash at the end': (base, path) => `${base}${path}/`,
  'two slashes': (base, path) => `${base}/${path}`,
  'two slashes inside': (base, path) => base + path.replace(/\/([^/]*)$/, '//$1'),
  'a slash before': (base, path) => `/${base}${path}`,
  'capital letters': (base, path) => base + path.toUpperCase(),
  'a capital base': (base, path) => base.toUpperCase() + path,
  'an encoded letter': (base, path) => `${base}/%${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
  'an encoded slash': (base, path) => `${base}%2f${path.slice(1)}`,
  'a doubly encoded slash': (base, path) => `${base}%252f${path.slice(1)}`,
  'an encoded slash at the end': (base, path) => `${base}${path}%2f`,
  'a dot': (base, path) => `${base}/.${path}`,
  'an encoded dot': (base, path) => `${base}/%2e${path}`,
  'two dots': (base, path) => `${base}/x/..${path}`,
  'two encoded dots': (base, path) => `${base}/x/%2e%2e${path}`,
  'two doubly encoded dots': (base, path) => `${base}/x/%252e%252e${path}`,
  'two dots from a public address': (base, path) => `/health/live/../..${base}${path}`,
  'a matrix parameter': (base, path) => `${base}${path};x=1`,
  'a matrix parameter inside': (base, path) => `${base};x=1${path}`,
  'an encoded question mark': (base, path) => `${base}${path}%3fpage=1`,
  'an encoded NUL': (base, path) => `${base}${path}%00`,
  'a backslash': (base, path) => `${base}\\${path.slice(1)}`,
  'a space': (base, path) => `${base}${path}%20`,
  'an overlong slash': (base, path) => `${base}%c0%af${path.slice(1)}`,
  'half an escape': (base, path) => `${base}${path}%`,
};

const reads = answerable.filter(({ method }) => method === 'GET');
const cases = bases.flatMap((base) => Object.keys(variants).map((variant) => ({ base, variant })));

describe('test/api/address-variants', () => {
  it.each(cases)('under $base, $variant opens nothing', async ({ base, variant }) => {
    for (const operation of reads) {
      const id = owner.memory.idsFor(operation.path, 'id')[0] ?? 'x';
      const path = variants[variant]?.(base, operation.path.replace('{id}', id)) ?? '';
      const isOwned = operation.path.includes('{') && !operation.path.startsWith('/connectors');

      const [nobody, foreigner, holder] = await Promise.all(
        [undefined, foreignKey, owner.key].map((key) => ask(path, key)),
      );

      expect([400, 401, 404], path).toContain(nobody?.status);
      expect([200, 400, 404], path).toContain(holder?.status);
      if (isOwned) expect([400, 404], path).toContain(foreigner?.status);
      for (const known of owner.memory.ids()) {
        if (!path.includes(known)) expect(`${nobody?.text}${foreigner?.text}`.includes(known), path).toBe(false);
      }
    }
  });
});

/** Sends the address as it is, which `fetch` would not. */
async function ask(path: string, key: string | undefined): Promise<{ status: number; text: string }> {
  const { statusCode, headers, body } = await http.request({
    method: 'GET',
    path,
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
  });
  const text = await body.text();
  const isLines = headers['content-type'] === 'application/x-ndjson';
  if (!isLines) expect(Object.keys(JSON.parse(text))[0]).toBe('status');
  return { status: statusCode, text };
}
