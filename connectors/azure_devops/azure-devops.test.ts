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
    config: { organization: 'acme', base_url: stub.url },
    credentials: { token: 'pat' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

const revisions = '/_apis/wit/reporting/workitemrevisions?api-version=7.1&includeLatestOnly=true&%24expand=fields';

describe('connectors/azure_devops/azure-devops', () => {
  it('reads work items to the last batch, and goes on behind it the next time', async () => {
    const item = (id: number, title: string) => ({ id, rev: 2, fields: { 'System.Title': title } });
    stub
      .on(`GET ${revisions}`, { json: { values: [item(1, 'a')], continuationToken: '10;1', isLastBatch: false } })
      .on(`GET ${revisions}&continuationToken=10%3B1`, {
        json: { values: [item(2, 'b')], continuationToken: '20;2', isLastBatch: true },
      });
    const source = session.openSource({ object: 'work_items', options: {} });

    const { pages } = await readAll(source);

    expect(pages.flat()).toMatchObject([
      { id: 1, 'System.Title': 'a' },
      { id: 2, 'System.Title': 'b' },
    ]);
    expect(stub.requests[0]?.headers.authorization).toBe(`Basic ${Buffer.from(':pat').toString('base64')}`);
  });

  it('creates a work item by changes to its fields', async () => {
    stub.on('POST /Web%20shop/_apis/wit/workitems/$User%20Story?api-version=7.1', { json: { id: 7, rev: 1 } });
    const target = session.openTarget({ object: 'work_items', operation: 'create', matchOn: [], options: {} });
    const item = {
      'System.TeamProject': 'Web shop',
      'System.WorkItemType': 'User Story',
      'System.Title': 'Pay by card',
      'Microsoft.VSTS.Common.Priority': 2,
    };

    const { results } = await target.write(toEffects([item], 'create'));

    expect(results).toMatchObject([{ outcome: 'created', targetId: '7' }]);
    expect(stub.requests[0]?.headers['content-type']).toBe('application/json-patch+json');
    expect(JSON.parse(String(stub.requests[0]?.body))).toEqual([
      { op: 'add', path: '/fields/System.Title', value: 'Pay by card' },
      { op: 'add', path: '/fields/Microsoft.VSTS.Common.Priority', value: 2 },
    ]);
  });

  it('takes the sign-in page for refused credentials, and not for an answer', async () => {
    stub.on(`GET ${revisions}`, {
      status: 203,
      headers: { 'content-type': 'text/html' },
      body: '<html>Sign In</html>',
    });

    await expect(readAll(session.openSource({ object: 'work_items', options: {} }))).rejects.toMatchObject({
      kind: 'auth_invalid',
    });
  });
});
