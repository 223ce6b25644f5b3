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
    config: { host: 'dbc-1.cloud.databricks.com', base_url: stub.url },
    credentials: { token: 'dapi' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

describe('connectors/databricks/databricks', () => {
  it('starts a run under a token, so that a repeated request starts no second one', async () => {
    stub.on('POST /api/2.2/jobs/run-now', { json: { run_id: 9 } });
    const target = session.openTarget({ object: 'job_runs', operation: 'create', matchOn: [], options: {} });
    const [effect] = toEffects([{ job_id: 7, job_parameters: { day: 'today' } }], 'create');
    if (effect === undefined) throw new Error('There is no effect.');

    const { results } = await target.write([effect]);

    expect(results).toMatchObject([{ outcome: 'created', targetId: '9' }]);
    expect(JSON.parse(String(stub.requests[0]?.body))).toEqual({
      job_id: 7,
      job_parameters: { day: 'today' },
      idempotency_token: effect.effectId,
    });
  });

  it('goes on to the next page of clusters, and takes a missing list for an empty one', async () => {
    stub
      .on('GET /api/2.1/clusters/list?page_size=100', {
        json: { clusters: [{ cluster_id: 'a' }], next_page_token: 'p' },
      })
      .on('GET /api/2.1/clusters/list?page_size=100&page_token=p', { json: { next_page_token: '' } });

    const { pages } = await readAll(session.openSource({ object: 'clusters', options: {} }));

    expect(pages.flat()).toEqual([{ cluster_id: 'a' }]);
  });

  it('changes members of a group that it found by its name', async () => {
    const path = '/api/2.0/preview/scim/v2/Groups';
    stub
      .on(`GET ${path}?filter=displayName%20eq%20%22data%22`, {
        json: { totalResults: 1, Resources: [{ id: '3', displayName: 'data' }] },
      })
      .on(`PATCH ${path}/3`, { json: { id: '3' } });
    const target = session.openTarget({ object: 'groups', operation: 'upsert', matchOn: ['displayName'], options: {} });

    const { results } = await target.write(toEffects([{ displayName: 'data', members: [{ value: '1' }] }]));

    expect(results).toMatchObject([{ outcome: 'updated' }]);
    expect(JSON.parse(String(stub.requests[1]?.body))).toMatchObject({
      Operations: [
        { op: 'replace', value: { displayName: 'data' } },
        { op: 'replace', path: 'members', value: [{ value: '1' }] },
      ],
    });
  });
});
