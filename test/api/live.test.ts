import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUuid } from '../../core/ids.ts';
import { liveStreamsMax } from '../../services/live/live-streams.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { makeKey } from './api-key-acts.ts';
import { addFeed, addIntegration } from './flows.ts';
import { type Item, startTestApi, type TestApi } from './harness.ts';
import { addMember, type Browser, publicUrl } from './people-acts.ts';
import { actOnRuns } from './run-acts.ts';

let api: TestApi;
let mine: Item;
let theirs: Item;
let accounts: string[];

beforeAll(async () => {
  api = await startTestApi({ publicUrl });
  accounts = await Promise.all(
    ['Own', 'Other'].map(async (name) => (await api.request('POST', '/v1/accounts', { body: { name } })).data.id),
  );
  [mine, theirs] = await Promise.all([
    addIntegration(api, { account_id: accounts[0] }),
    addIntegration(api, { account_id: accounts[1] }),
  ]);
  for (const { id } of [mine, theirs]) await api.request('POST', `/v1/integrations/${id}/activate`);
});

afterAll(() => api.close());

/** A stream as a client reads it. */
interface Opened {
  status: number;
  /** Reads on until a line is like this. @returns all lines that came, that one the last. */
  until(wanted: object): Promise<unknown[]>;
  /** Reads to the end. */
  rest(): Promise<unknown[]>;
  close(): Promise<void>;
}

async function open(headers: Record<string, string>): Promise<Opened> {
  const response = await api.app.request('/v1/live', { headers });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  async function* read(): AsyncGenerator<unknown, undefined> {
    for (;;) {
      const part = await reader?.read();
      if (part?.value === undefined) return undefined;
      for (const line of part.value.split('\n').slice(0, -1)) yield JSON.parse(line);
    }
  }
  const lines = read();
  return {
    status: response.status,
    until: async (wanted) => {
      const seen: unknown[] = [];
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) throw new Error(`The stream ended after ${JSON.stringify(seen)}.`);
        seen.push(value);
        if (JSON.stringify(value) === JSON.stringify(wanted)) return seen;
      }
    },
    rest: async () => {
      const rest: unknown[] = [];
      for await (const line of lines) rest.push(line);
      return rest;
    },
    close: async () => {
      await reader?.cancel();
    },
  };
}

const byKey = (key: string): Promise<Opened> => open({ authorization: `Bearer ${key}` });
const bySession = ({ cookies }: Browser): Promise<Opened> =>
  open({
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'hub-session': '1',
    'sec-fetch-site': 'same-origin',
  });

const ready = { type: 'ready' };
const changed = (topic: string, id: string): object => ({ type: 'changed', topic, id });

describe('test/api/live', () => {
  it('reports runs, from their beginning to their end, and connections', async () => {
    const stream = await byKey(api.organization.api_key);
    await stream.until(ready);
    const { execute, finish } = actOnRuns(api);

    const run = await execute(mine.id);
    await stream.until(changed('runs', run.data.id));
    await finish(mine.id, run.data.id);
    await stream.until(changed('runs', run.data.id));
    const feed = await addFeed(api);

    expect(await stream.until(changed('connections', feed.id))).toContainEqual(changed('connections', feed.id));
    await stream.close();
  });

  it('reports approvals, once for all of a run', async () => {
    const orgId = toLookup('organization', api.organization.organization_id);
    const { data: run } = await actOnRuns(api).execute(mine.id);
    const place = { org_id: orgId, integration_id: toLookup('integration', mine.id), run_id: toLookup('run', run.id) };
    const stream = await byKey(api.organization.api_key);
    await stream.until(ready);

    const items = [1, 2, 3].map((seq) => ({
      ...place,
      id: newUuid(),
      key: 'one',
      seq,
      change: 'created',
      status: 'parked',
    }));
    await api.admin`insert into items ${api.admin(items)}`;
    const waits = items.map(({ id }) => ({ ...place, id: newUuid(), item_id: id, step: 'ask', kind: 'approval' }));
    await api.admin`insert into waits ${api.admin(waits)}`;

    const { id } = await addFeed(api);
    const lines = await stream.until(changed('connections', id));
    expect(lines.filter((line) => JSON.stringify(line).includes('approvals'))).toEqual([changed('approvals', run.id)]);
    await stream.close();
    await actOnRuns(api).finish(mine.id, run.id);
  });

  it('tells a person with a role for one account nothing of others, and nobody of another organization', async () => {
    const second = await api.addOrganization('Second');
    const [account = ''] = accounts;
    const { browser } = await addMember(api, 'one@example.com', [{ role: 'viewer', account_id: account }]);
    const [limited, abroad] = [await bySession(browser), await byKey(second.api_key)];
    await Promise.all([limited.until(ready), abroad.until(ready)]);
    const { execute, finish } = actOnRuns(api);

    const hidden = await execute(theirs.id);
    await finish(theirs.id, hidden.data.id);
    await addFeed(api);
    const shown = await execute(mine.id);
    const last = await addFeed(api, {}, second.api_key);

    expect(await limited.until(changed('runs', shown.data.id))).toHaveLength(1);
    expect(await abroad.until(changed('connections', last.id))).toHaveLength(1);
    await finish(mine.id, shown.data.id);
    await Promise.all([limited.close(), abroad.close()]);
  });

  it('ends with the session, with the roles and with the key that it was opened by', async () => {
    const { browser, id } = await addMember(api, 'leaving@example.com', [{ role: 'viewer' }]);
    const key = await makeKey(api, { scopes: ['runs:read'] });
    const streams = [await bySession(browser), await bySession(browser), await byKey(key.secret)];
    await Promise.all(streams.map((stream) => stream.until(ready)));

    await api.request('PATCH', `/v1/members/${id}`, { body: { roles: [{ role: 'operator' }] } });
    expect(await streams[0]?.rest()).toEqual([]);
    const again = await bySession(browser);
    await again.until(ready);
    await browser.request('POST', '/auth/sign-out', { body: {} });
    await api.request('DELETE', `/v1/api-keys/${key.id}`);

    expect([await again.rest(), await streams[2]?.rest()]).toEqual([[], []]);
    expect((await bySession(browser)).status).toBe(401);
  });

  it('reports nothing of an organization that nobody follows', async () => {
    const third = await api.addOrganization('Third');
    const heard: string[] = [];
    const { unlisten } = await api.admin.listen('hub_live', (payload) => void heard.push(payload));
    const orgId = toLookup('organization', third.organization_id);

    await addFeed(api, {}, third.api_key);
    const stream = await byKey(third.api_key);
    await stream.until(ready);
    const feed = await addFeed(api, {}, third.api_key);
    await stream.until(changed('connections', feed.id));

    const uuid = toLookup('connection', feed.id);
    await expect.poll(() => heard).toContain(`${orgId} - connections ${uuid}`);
    expect(heard.filter((payload) => payload.startsWith(orgId) && !payload.endsWith(uuid))).toEqual([]);
    await unlisten();
    await stream.close();
  });

  it('lets a caller open as many as are allowed, and another one once one was closed', async () => {
    const { secret } = await makeKey(api, { scopes: ['runs:read'] });
    const streams = await Promise.all(Array.from({ length: liveStreamsMax.caller }, () => byKey(secret)));
    await Promise.all(streams.map((stream) => stream.until(ready)));

    const refused = await api.request('GET', '/v1/live', { key: secret });
    await streams[0]?.close();
    const next = await byKey(secret);

    expect([refused.status, refused.error.code]).toEqual([429, 'quota_exceeded']);
    expect(await next.until(ready)).toEqual([ready]);
    await Promise.all([...streams, next].map((stream) => stream.close()));
  });
});
