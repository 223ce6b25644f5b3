import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestSession, toEffects } from '../../test/harness/http-session.ts';
import { HttpStub } from '../../test/harness/http.ts';
import type { ConnectorSession } from '../drivers/shared/session.ts';
import { connector } from './index.ts';

let stub: HttpStub;
let session: ConnectorSession;

beforeEach(async () => {
  stub = await HttpStub.start();
  session = openTestSession(connector, {
    config: { server_url: stub.url },
    credentials: { token: 't' },
    allow: [`127.0.0.1:${stub.port}`],
  });
});

afterEach(async () => {
  await session.close();
  await stub.stop();
});

/** Answers are those of Kubernetes 1.34. */
describe('connectors/kubernetes/kubernetes', () => {
  it('rejects the one record with a field that its kind does not have', async () => {
    const message =
      'failed to create typed patch object (/bad; apps/v1, Kind=Deployment): .spec.nonsense: field not declared in schema';
    const at = '/apis/apps/v1/namespaces/default/deployments';
    stub
      .on(`PATCH ${at}/bad`, { status: 500, json: { kind: 'Status', status: 'Failure', message, code: 500 } })
      .on(`PATCH ${at}/good`, { json: {} });
    const target = session.openTarget({ object: 'deployments', operation: 'upsert', matchOn: [], options: {} });

    const { results, error } = await target.write(
      toEffects([
        { metadata: { name: 'bad', namespace: 'default' }, spec: { nonsense: 1 } },
        { metadata: { name: 'good', namespace: 'default' }, spec: {} },
      ]),
    );

    expect(results).toEqual([{ outcome: 'rejected', code: 'validation', message }, { outcome: 'written' }]);
    expect(error).toBeUndefined();
  });

  it('rejects the one record whose namespace is being deleted', async () => {
    const message =
      'configmaps "new" is forbidden: unable to create new content in namespace team-a because it is being terminated';
    const details = { name: 'new', kind: 'configmaps', causes: [{ reason: 'NamespaceTerminating', message }] };
    stub.on('PATCH /api/v1/namespaces/team-a/configmaps/new', {
      status: 403,
      json: { kind: 'Status', status: 'Failure', message, reason: 'Forbidden', details, code: 403 },
    });
    const target = session.openTarget({ object: 'config_maps', operation: 'upsert', matchOn: [], options: {} });

    expect(await target.write(toEffects([{ metadata: { name: 'new', namespace: 'team-a' }, data: {} }]))).toEqual({
      results: [{ outcome: 'rejected', code: 'conflict', message }],
      error: undefined,
    });
  });

  it('removes what belongs to a job with it', async () => {
    stub.on('DELETE /apis/batch/v1/namespaces/default/jobs/once?propagationPolicy=Background', { json: {} });
    const target = session.openTarget({ object: 'jobs', operation: 'delete', matchOn: [], options: {} });

    const { results } = await target.write(toEffects([{ metadata: { name: 'once', namespace: 'default' } }], 'delete'));

    expect(results).toEqual([{ outcome: 'deleted' }]);
  });
});
