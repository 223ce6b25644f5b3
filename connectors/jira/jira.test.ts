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
    config: { site: 'acme', base_url: stub.url, issue_filter: 'project = OPS' },
    credentials: { email: 'hub@acme.example', api_token: 'token' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

const page = (values: object[]) => ({ json: { startAt: 0, isLast: true, total: values.length, values } });
const fields = [
  { id: 'summary', name: 'Summary' },
  { id: 'customfield_1', name: 'Story points' },
];

describe('connectors/jira/jira', () => {
  it('shows custom fields by their names beside their ids', async () => {
    const query = 'fields=%2Anavigable&expand=names&maxResults=100';
    stub
      .on('GET /rest/api/3/myself', { json: { timeZone: 'Etc/UTC' } })
      .on(`GET /rest/api/3/search/jql?jql=project%20%3D%20OPS&${query}`, {
        json: {
          isLast: true,
          names: { summary: 'Summary', customfield_1: 'Story points' },
          issues: [{ id: '7', key: 'OPS-7', fields: { summary: 'Disk full', customfield_1: 5 } }],
        },
      });

    const { pages } = await readAll(session.openSource({ object: 'issues', options: {} }));

    expect(pages.flat()).toEqual([
      { id: '7', key: 'OPS-7', fields: { summary: 'Disk full', customfield_1: 5, 'Story points': 5 } },
    ]);
  });

  it('writes custom fields that are given by name under their ids, whose list it reads once', async () => {
    stub
      .on('GET /rest/api/3/field', { json: fields })
      .on('PUT /rest/api/3/issue/OPS-7', { status: 204 }, { status: 204 });
    const target = session.openTarget({ object: 'issues', operation: 'update', matchOn: ['key'], options: {} });
    const write = (value: number) =>
      target.write(toEffects([{ key: 'OPS-7', fields: { 'Story points': value } }], 'update'));

    const [first, second] = [await write(5), await write(8)];

    expect([...first.results, ...second.results]).toMatchObject([{ outcome: 'updated' }, { outcome: 'updated' }]);
    expect(stub.requests.slice(1).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { fields: { customfield_1: 5 } },
      { fields: { customfield_1: 8 } },
    ]);
  });

  it('asks for no names where fields are given by their ids', async () => {
    stub.on('PUT /rest/api/3/issue/OPS-7', { status: 204 });
    const target = session.openTarget({ object: 'issues', operation: 'update', matchOn: ['key'], options: {} });

    await target.write(toEffects([{ key: 'OPS-7', fields: { summary: 'A', customfield_1: 5 } }], 'update'));

    expect(stub.requests).toHaveLength(1);
  });

  it('writes nothing while the names cannot be read', async () => {
    stub.on('GET /rest/api/3/field', { status: 401 });
    const target = session.openTarget({ object: 'issues', operation: 'update', matchOn: ['key'], options: {} });

    const { results, error } = await target.write(
      toEffects([{ key: 'OPS-7', fields: { 'Story points': 5 } }], 'update'),
    );

    expect(results).toEqual([{ outcome: 'not_sent' }]);
    expect(error).toMatchObject({ kind: 'auth_invalid' });
  });

  it('reads the issues of the sprints of all boards that have some', async () => {
    stub
      .on('GET /rest/agile/1.0/board?maxResults=50&startAt=0', page([{ id: 1 }, { id: 2 }]))
      .on('GET /rest/agile/1.0/board/1/sprint?maxResults=50&startAt=0', page([{ id: 11, state: 'active' }]))
      .on('GET /rest/agile/1.0/board/2/sprint?maxResults=50&startAt=0', {
        status: 400,
        json: { errorMessages: ['The board does not support sprints'], errors: {} },
      })
      .on('GET /rest/software/1.0/sprint/11/issue?maxResults=100', {
        json: { isLast: true, issues: [{ id: '7', key: 'OPS-7', fields: {} }] },
      });

    const { pages } = await readAll(session.openSource({ object: 'sprint_issues', options: {} }));

    expect(pages.flat()).toEqual([{ id: '7', key: 'OPS-7', fields: {}, sprint_id: 11 }]);
  });

  it('moves issues into a sprint, and back to the backlog', async () => {
    stub
      .on('POST /rest/agile/1.0/sprint/11/issue', { status: 204 })
      .on('POST /rest/agile/1.0/backlog/issue', { status: 204 });
    const record = { sprint_id: 11, id: '7' };
    const open = (operation: 'upsert' | 'delete') =>
      session.openTarget({ object: 'sprint_issues', operation, matchOn: ['sprint_id', 'id'], options: {} });

    const moved = await open('upsert').write(toEffects([record], 'upsert'));
    const removed = await open('delete').write(toEffects([record], 'delete'));

    expect([...moved.results, ...removed.results]).toMatchObject([{ outcome: 'written' }, { outcome: 'deleted' }]);
    expect(stub.requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { issues: ['7'] },
      { issues: ['7'] },
    ]);
  });
});
