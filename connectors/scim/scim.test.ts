import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { RecordTarget, WriteOperation } from '../../core/records.ts';
import { openTestSession, readAll, toEffects } from '../../test/harness/http-session.ts';
import { ScimServer } from '../../test/harness/servers/scim-server.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let server: ScimServer;
let session: ConnectorSession;

function open(token = server.token): ConnectorSession {
  return openTestSession(connector, {
    config: { base_url: `http://127.0.0.1:${server.port}` },
    credentials: { token },
    allow: [`127.0.0.1:${server.port}`],
  });
}

beforeEach(async () => {
  server = await ScimServer.start('t-1');
  session = open();
});

afterEach(async () => {
  await session.close();
  await server.stop();
});

const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
const groupSchemas = ['urn:ietf:params:scim:schemas:core:2.0:Group'];
const modified = (day: number): JsonObject => ({ lastModified: `2026-01-0${day}T00:00:00.000Z` });

function addUsers(...names: string[]): void {
  for (const [index, userName] of names.entries()) {
    const id = `id-${index + 1}`;
    server.users.set(id, {
      schemas,
      id,
      userName,
      active: true,
      externalId: `x-${index + 1}`,
      meta: modified(index + 1),
    });
  }
}

async function readNames(object: string, options: JsonObject): Promise<unknown[][]> {
  const { pages } = await readAll(() => session.openSource({ object, options }));
  return pages.map((page) => page.map((record) => record['userName'] ?? record['displayName']));
}

function target(
  operation: WriteOperation,
  object = 'users',
  matchOn = ['userName'],
  options: JsonObject = {},
): RecordTarget {
  return session.openTarget({ object, operation, matchOn, options });
}

describe('connectors/scim/scim', () => {
  it('tests the connection, and sees a token that is refused', async () => {
    expect(await session.test(AbortSignal.timeout(9000))).toMatchObject({ ok: true });
    const stranger = open('other');

    const report = await stranger.test(AbortSignal.timeout(9000));
    await stranger.close();

    expect(report.checks.at(-1)).toMatchObject({ ok: false, code: 'auth_invalid' });
  });

  it.each(['index', 'cursor'])('reads users page by page by %s, each once', async (paging) => {
    addUsers('ann', 'bob', 'cyd', 'dan', 'eve');

    expect(await readNames('/Users', { paging, page_size: 2 })).toEqual([['ann', 'bob'], ['cyd', 'dan'], ['eve']]);
  });

  it('reads what a filter leaves, and only some attributes', async () => {
    addUsers('ann', 'bob', 'cyd');
    const options = { filter: 'userName ne "bob"', attributes: 'userName' };

    const { pages } = await readAll(session.openSource({ object: '/Users', options }));

    expect(pages.flat().map(({ userName, externalId }) => [userName, externalId])).toEqual([
      ['ann', undefined],
      ['cyd', undefined],
    ]);
  });

  it('reads what changed, within a filter', async () => {
    addUsers('ann', 'bob', 'cyd', 'dan');
    const source = session.openSource({
      object: '/Users',
      options: { incremental: true, filter: 'userName ne "cyd" or userName eq "never"' },
    });
    const begin = source.begin?.({ since: '2026-01-02T12:00:00Z' }) ?? null;

    const { records } = await source.readPage(begin, AbortSignal.timeout(9000));

    expect(records.map(({ userName }) => userName)).toEqual(['dan']);
  });

  it.each([
    ['userName', 'bob & co'],
    ['externalId', 'x-2'],
  ])('finds users by %s', async (key, value) => {
    addUsers('ann', 'bob & co', 'cyd');
    const finder = session.openFinder?.({ object: 'users', options: {}, key });

    const found = await finder?.find([value, 'nobody'], AbortSignal.timeout(9000));

    expect(found?.map(({ id }) => id)).toEqual(['id-2']);
  });

  it('creates a user once, then changes it by PATCH and leaves the rest as it is', async () => {
    const write = target('upsert');

    const [created] = (await write.write(toEffects([{ userName: 'ann', displayName: 'Ann' }]))).results;
    const [user] = server.users.values();
    const changed = await write.write(toEffects([{ userName: 'ann', title: 'Dr' }]));
    const again = await write.write(toEffects([{ userName: 'ann', title: 'Dr' }]));

    expect(created).toEqual({ outcome: 'created', targetId: user?.['id'] });
    expect(changed.results).toMatchObject([{ outcome: 'updated' }]);
    expect(again.results).toMatchObject([{ outcome: 'unchanged' }]);
    expect([...server.users.values()]).toMatchObject([{ userName: 'ann', displayName: 'Ann', title: 'Dr' }]);
  });

  it('replaces a user by PUT where that is wanted', async () => {
    addUsers('ann');

    const write = target('update', '/Users', ['externalId'], { update: 'put', look_up: 'externalId' });
    const { results } = await write.write(toEffects([{ externalId: 'x-1', userName: 'anna' }], 'update'));

    expect(results).toEqual([{ outcome: 'updated', targetId: 'id-1' }]);
    expect(server.users.get('id-1')).toMatchObject({ userName: 'anna' });
    expect(server.requests).toEqual(['GET /Users?filter=externalId eq "x-1"', 'PUT /Users/id-1']);
  });

  it('takes a user that was created before for its own, and refuses another of the name', async () => {
    addUsers('ann');
    const write = target('create');

    const { results } = await write.write(
      toEffects(
        [
          { userName: 'ann', externalId: 'x-1' },
          { userName: 'ann', externalId: 'other' },
        ],
        'create',
      ),
    );

    expect(results).toMatchObject([
      { outcome: 'unchanged', targetId: 'id-1' },
      { outcome: 'rejected', code: 'conflict' },
    ]);
  });

  it('deactivates users, and deletes them where that is wanted', async () => {
    addUsers('ann', 'bob');

    const kept = await target('delete').write(toEffects([{ userName: 'ann' }, { userName: 'nobody' }], 'delete'));
    const removal = target('delete', '/Users', ['userName'], { on_delete: 'delete' });
    const removed = await removal.write(toEffects([{ userName: 'bob' }], 'delete'));

    expect([...kept.results, ...removed.results].map(({ outcome }) => outcome)).toEqual(Array(3).fill('deleted'));
    expect([...server.users.values()]).toMatchObject([{ userName: 'ann', active: false }]);
  });

  it('writes groups, and takes members into them and out of them', async () => {
    addUsers('ann', 'bob');
    await target('upsert', 'groups', ['displayName']).write(toEffects([{ displayName: 'Staff' }]));
    const groupId = String([...server.groups.keys()][0]);
    const members = ['id-1', 'id-2'].map((value) => ({ group_id: groupId, value }));

    await target('upsert', 'group_memberships', []).write(toEffects([...members, ...members]));
    const { pages } = await readAll(session.openSource({ object: 'group_memberships', options: {} }));
    await target('delete', 'group_memberships', []).write(toEffects(members.slice(0, 1), 'delete'));

    expect(pages.flat()).toMatchObject(members.map((member) => ({ ...member, group_name: 'Staff' })));
    expect(server.groups.get(groupId)).toMatchObject({ members: [{ value: 'id-2' }] });
  });

  it('finds a group behind a page of others with its name', async () => {
    for (let index = 1; index <= 101; index += 1) {
      const id = `group-${index}`;
      server.groups.set(id, { schemas: groupSchemas, id, displayName: 'Staff', externalId: `x-${index}`, members: [] });
    }
    const write = target('upsert', 'groups', ['displayName', 'externalId']);

    const { results } = await write.write(toEffects([{ displayName: 'Staff', externalId: 'x-101' }]));

    expect(results).toEqual([{ outcome: 'unchanged', targetId: 'group-101' }]);
  });

  it('says that a service does not take a filter', async () => {
    const source = session.openSource({ object: '/Users', options: { filter: 'userName is odd' } });

    await expect(source.readPage(null, AbortSignal.timeout(9000))).rejects.toMatchObject({ kind: 'config' });
  });

  it.each(['Users', '/Users/x', '/{id}'])('does not take %s for a resource type', (object) => {
    expect(() => session.openSource({ object, options: {} })).toThrow(/endpoint/);
  });
});
