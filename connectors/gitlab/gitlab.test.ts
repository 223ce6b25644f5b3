import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, readAll, toEffects } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { group: 'acme/platform', base_url: stub.url },
    credentials: { token: 'glpat' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

describe('connectors/gitlab/gitlab', () => {
  it('reads the members of all projects, by keys where the list of projects has them', async () => {
    const first = '/api/v4/projects?membership=true&pagination=keyset&order_by=id&sort=asc&per_page=100';
    const link = `<${stub.url}${first}&id_after=7>; rel="next"`;
    stub
      .on(`GET ${first}`, { json: [{ id: 7 }], headers: { link } })
      .on(`GET ${first}&id_after=7`, { json: [{ id: 8 }] })
      .on('GET /api/v4/projects/7/members?per_page=100', { json: [{ id: 1, access_level: 30 }] })
      .on('GET /api/v4/projects/8/members?per_page=100', { json: [{ id: 1, access_level: 40 }] });

    const { pages } = await readAll(session.openSource({ object: 'project_members', options: {} }));

    expect(pages.flat()).toMatchObject([
      { project_id: 7, id: 1, access_level: 30 },
      { project_id: 8, id: 1, access_level: 40 },
    ]);
    expect(stub.requests[0]?.headers['private-token']).toBe('glpat');
  });

  it('adds a member who is not there, and changes the rights of one who is', async () => {
    stub
      .on('GET /api/v4/groups/5/members/1', { status: 404, json: { message: '404 Not found' } })
      .on('POST /api/v4/groups/5/members', { status: 201, json: { id: 1, access_level: 30 } })
      .on('GET /api/v4/groups/5/members/2', { json: { id: 2, access_level: 10 } })
      .on('PUT /api/v4/groups/5/members/2', { json: { id: 2, access_level: 30 } });
    const target = session.openTarget({
      object: 'group_members',
      operation: 'upsert',
      matchOn: ['group_id', 'id'],
      options: {},
    });

    const { results } = await target.write(
      toEffects([
        { group_id: 5, id: 1, access_level: 30 },
        { group_id: 5, id: 2, access_level: 30 },
      ]),
    );

    expect(results).toMatchObject([{ outcome: 'created' }, { outcome: 'updated' }]);
    const sent = stub.requests.flatMap(({ method, body }) => (method === 'GET' ? [] : [JSON.parse(body)]));
    expect(sent).toEqual(expect.arrayContaining([{ user_id: 1, access_level: 30 }, { access_level: 30 }]));
  });

  it('renames a label by the member that GitLab has for it', async () => {
    stub.on('PUT /api/v4/groups/acme%2Fplatform/labels/9', { json: { id: 9, name: 'urgent' } });
    const target = session.openTarget({ object: 'labels', operation: 'update', matchOn: ['id'], options: {} });

    const { results } = await target.write(toEffects([{ id: 9, name: 'urgent', color: '#f00' }], 'update'));

    expect(results).toMatchObject([{ outcome: 'updated' }]);
    expect(JSON.parse(String(stub.requests[0]?.body))).toEqual({ new_name: 'urgent', color: '#f00' });
  });
});
