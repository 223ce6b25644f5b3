import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type PeerHub, startPeerHub } from '../lab/peer-hub.ts';
import { installScimServer, scimToken, startScimServer } from '../lab/scim-server.ts';
import type { Peer } from '../lab/start-peer.ts';

const python = await installScimServer();

let hub: PeerHub;
let server: Peer;
let scim: string;

beforeAll(async () => {
  if (python === undefined) return;
  [hub, server] = await Promise.all([startPeerHub(), startScimServer(python)]);
  scim = await hub.connect('scim', { token: scimToken }, { base_url: `http://127.0.0.1:${server.port}/v2` });
});

afterAll(async () => {
  if (python === undefined) return;
  await server.stop();
  await hub.close();
});

const answer = z.looseObject({ id: z.string().optional(), Resources: z.array(z.looseObject({})).default([]) });

/** Asks past the hub. */
async function ask(method: string, path: string, body?: object): Promise<z.output<typeof answer>> {
  const response = await fetch(`http://127.0.0.1:${server.port}/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${scimToken}`, 'content-type': 'application/scim+json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok, await response.clone().text()).toBe(true);
  return answer.parse(response.status === 204 ? {} : await response.json());
}

function addUser(userName: string): Promise<z.output<typeof answer>> {
  return ask('POST', '/Users', { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName });
}

/** @see https://scim2-server.readthedocs.io/ */
describe.skipIf(python === undefined)('test/integration/scim-peer', { timeout: 120_000 }, () => {
  it('tests the connection by a token, and browses what is there', async () => {
    await addUser('first@example.com');

    const tested = await hub.api.request('POST', `/v1/connections/${scim}/test`);
    const records = await hub.api.request('POST', `/v1/connections/${scim}/operations/users/list`, { body: {} });

    expect(tested.data['ok']).toBe(true);
    expect(JSON.stringify(records.body)).toContain('first@example.com');
    const wrong = await hub.connect('scim', { token: 'guess' }, { base_url: `http://127.0.0.1:${server.port}/v2` });
    expect((await hub.api.request('POST', `/v1/connections/${wrong}/test`)).data['ok']).toBe(false);
  });

  it('writes users of a table once, finds those that were there, and changes what changed', async () => {
    await addUser("O'Neil@Example.com");
    await addUser('quote"d@example.com');
    await hub.sql`create table people (id serial primary key, login text, title text)`;
    await hub.sql`
      insert into people (login, title) values
        ('ann@example.com', 'Dr'), ('o''neil@example.com', 'Mr'), ('quote"d@example.com', 'Ms'), ('zoë@example.com', null)`;
    const made = await hub.api.request('POST', '/v1/integrations', {
      body: {
        name: 'People',
        source: { connection_id: hub.tables, object: 'people', key: ['id'] },
        target: { connection_id: scim, object: 'users', match_on: ['userName'], on_missing: 'delete' },
        mapping: [
          { to: 'userName', from: 'login' },
          { to: 'title', from: 'title' },
        ],
      },
    });
    expect(made.error?.details.errors).toBeUndefined();
    const list = async (): Promise<Record<string, unknown>> =>
      Object.fromEntries(
        (await ask('GET', '/Users?count=100')).Resources.map(({ userName, title }) => [String(userName), title]),
      );

    expect(await hub.run(made.data.id)).toMatchObject({ read: 4, created: 2, updated: 2, failed: 0 });
    expect(await list()).toMatchObject({ 'ann@example.com': 'Dr', 'quote"d@example.com': 'Ms' });
    expect(await hub.run(made.data.id)).toMatchObject({ read: 4, created: 0, updated: 0, failed: 0 });
    await hub.sql`update people set title = 'Prof' where login = 'ann@example.com'`;
    expect(await hub.run(made.data.id)).toMatchObject({ read: 4, created: 0, updated: 1, failed: 0 });
    expect(await list()).toMatchObject({ 'ann@example.com': 'Prof' });
    expect(Object.keys(await list()).filter((name) => name.toLowerCase() === "o'neil@example.com")).toHaveLength(1);
  });

  it('adds members to a group and removes one, and a second run writes nothing', async () => {
    const [one, two] = [await addUser('one@example.com'), await addUser('two@example.com')];
    const schemas = ['urn:ietf:params:scim:schemas:core:2.0:Group'];
    const group = await ask('POST', '/Groups', { schemas, displayName: 'Admins & "owners"' });
    await hub.sql`create table members (group_id text, value text, primary key (group_id, value))`;
    await hub.sql`insert into members values (${group.id ?? ''}, ${one.id ?? ''}), (${group.id ?? ''}, ${two.id ?? ''})`;
    const flow = await hub.copy(
      { connection_id: hub.tables, object: 'members', key: ['group_id', 'value'] },
      { connection_id: scim, object: 'group_memberships', match_on: ['group_id', 'value'], on_missing: 'delete' },
      ['group_id', 'value'],
    );
    const members = async (): Promise<string[]> => {
      const [found] = (await ask('GET', '/Groups')).Resources;
      return z
        .array(z.looseObject({ value: z.string() }))
        .default([])
        .parse(found?.['members'])
        .map(({ value }) => value);
    };

    expect(await hub.run(flow)).toMatchObject({ read: 2, failed: 0 });
    expect(new Set(await members())).toEqual(new Set([one.id, two.id]));
    expect(await hub.run(flow)).toMatchObject({ read: 2, created: 0, updated: 0 });
    await hub.sql`delete from members where value = ${two.id ?? ''}`;
    await hub.run(flow);
    expect(await hub.run(flow)).toMatchObject({ read: 1, deleted: 1, failed: 0 });
    expect(await members()).toEqual([one.id]);
  });
});
