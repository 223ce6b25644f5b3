import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { createWorkers } from '../../services/connections/workers.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { readPublicKeys } from '../../vault/key-files.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});

afterAll(() => api.close());

/** Asks where no worker is. */
async function ask(deadlineMs: number): Promise<unknown> {
  const publicKeys = await readPublicKeys(api.keyFile.replace(/\.json$/, '.pub.json'));
  const workers = createWorkers({ database: api.database, clock: systemClock, publicKeys, deadlineMs });
  const orgId = toLookup('organization', api.organization.organization_id);
  const unsaved = { service_type: 'http', auth_method: 'bearer', config: {} };
  return workers.ask(orgId, { kind: 'test', about: { unsaved, credentials: { token: 'canary' } }, input: {} });
}

function codeOf(outcome: PromiseSettledResult<unknown>): unknown {
  if (outcome.status === 'fulfilled') return 'answered';
  const reason: unknown = outcome.reason;
  return reason instanceof Error && 'code' in reason ? reason.code : reason;
}

describe('test/api/workers', () => {
  it('gives up where nobody takes a question up, and leaves nothing behind', async () => {
    await expect(ask(500)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await api.admin`select * from connection_requests`).toHaveLength(0);
  });

  it('tells a slow third party from workers that are not there', async () => {
    const slow = Promise.allSettled([ask(5000)]);
    await expect.poll(() => api.admin`update connection_requests set status = 'running' returning 1`).toHaveLength(1);

    expect((await slow).map(codeOf)).toEqual(['upstream_timeout']);
  });

  it('finds an answer also when its notification is lost', async () => {
    const asked = ask(30_000);
    const answer = { ok: false, error: { code: 'gone', message: 'It is gone.' } };
    await expect
      .poll(
        () => api.admin`
        update connection_requests set status = 'done', answer = ${api.admin.json(answer)} returning 1`,
      )
      .toHaveLength(1);

    expect(await asked).toEqual(answer);
  });

  it('lets one organization ask only so much at once', async () => {
    const orgId = toLookup('organization', api.organization.organization_id);
    await api.admin`
      insert into connection_requests (org_id, id, kind, input)
      select ${orgId}, gen_random_uuid(), 'test', '{}' from generate_series(1, 20)`;

    await expect(ask(500)).rejects.toMatchObject({ code: 'quota_exceeded' });

    await api.admin`update connection_requests set status = 'done'`;
    await expect(ask(500)).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
