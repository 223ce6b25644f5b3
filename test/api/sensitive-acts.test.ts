import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../../api/route.ts';
import { routes } from '../../api/routes/index.ts';
import { systemClock } from '../../core/clock.ts';
import { newId } from '../../core/ids.ts';
import { startTestApi, type TestApi } from './harness.ts';
import { addMember, type Browser, goodPassword, publicUrl } from './people-acts.ts';

/** Scopes that let a caller change who may do what. */
const authority: readonly string[] = ['api_keys:write', 'members:write'];
/** Longer than a confirmation counts. */
const laterMs = 11 * 60_000;

let api: TestApi;
let owner: Browser;
let aheadMs = 0;

beforeAll(async () => {
  api = await startTestApi({ publicUrl, clock: { ...systemClock, now: () => systemClock.now() + aheadMs } });
  ({ browser: owner } = await addMember(api, 'olive@example.com', [{ role: 'owner' }]));
  aheadMs = laterMs;
});

afterAll(() => api.close());

const changing = routes.filter(({ method, scope }) => method !== 'get' && authority.includes(scope));
const sensitive = routes.filter((route) => route.sensitive === true);

async function ask({ method, path }: Route): Promise<unknown> {
  const address = `/v1${path.replace('{id}', newId('apiKey')).replaceAll(/\{\w+\}/g, '1')}`;
  const hasBody = method !== 'get' && method !== 'delete';
  const { error } = await owner.request(method.toUpperCase(), address, hasBody ? { body: {} } : {});
  return error?.details['reason'];
}

describe('test/api/sensitive-acts', () => {
  it('counts every act as sensitive that changes who may do what', () => {
    expect(changing.filter((route) => route.sensitive !== true).map(({ operationId }) => operationId)).toEqual([]);
    expect(changing.length).toBeGreaterThan(20);
  });

  it.each(sensitive.map((route) => ({ route, title: `${route.method.toUpperCase()} ${route.path}` })))(
    '$title asks a person whose last confirmation is old to confirm',
    async ({ route }) => {
      expect(await ask(route)).toBe('reauthentication_required');
    },
  );

  it('goes by a confirmation that its memory of the session has not heard of yet', async () => {
    const [route] = sensitive;
    if (route === undefined) throw new Error('Nothing is sensitive.');
    expect(await ask(route)).toBe('reauthentication_required');
    const confirm = (at: Date) =>
      api.admin.begin(async (sql) => {
        // Without the trigger that tells processes of it.
        await sql`set local session_replication_role = replica`;
        await sql`update user_sessions set elevated_at = ${at}`;
      });

    await confirm(new Date(systemClock.now() + aheadMs));
    expect(await ask(route)).not.toBe('reauthentication_required');
    await confirm(new Date(systemClock.now()));
  });

  it('asks nobody who has just confirmed', async () => {
    await owner.request('POST', '/v1/me/reauthenticate', { body: { password: goodPassword } });

    for (const route of sensitive) expect(await ask(route)).not.toBe('reauthentication_required');
  });
});
