import { expect, describe, it } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import { toLookup } from '../../services/shared/schemas.ts';
import { callUp, wakesChannel } from '../../services/runs/queue/wake-run.ts';
import { withTenant } from '../../drizzle/client.ts';
import { connectStub } from '../harness/stubbed-flows.ts';
import { useStubbedHub } from '../harness/stubbed-hub.ts';
import { createWaitActs } from './wait-acts.ts';

const hub = useStubbedHub();
const { work } = createWaitActs(hub);

describe('test/integration/notified-wakes', { timeout: 60_000 }, () => {
  it('notifies workers of the first answer that brings the wake of a run forward, and not of those behind it', async () => {
    hub.stub.always('GET /people', () => ({ json: [{ id: 'p0' }, { id: 'p1' }] }));
    const end = await connectStub(hub);
    const body = {
      name: 'Joiners',
      source: { ...end, object: '/people', key: ['id'] },
      steps: [{ id: 'pause', wait: { for: '30d' } }],
    };
    const { data } = await hub.api.request('POST', '/v1/integrations', { body });
    const input = await hub.activities.begin(data.id);
    expect(await work(input)).toMatchObject({ status: 'parked' });
    const [orgId, runId] = [toLookup('organization', input.orgId), toLookup('run', input.runId)];
    const heard: string[] = [];
    const { unlisten } = await hub.api.admin.listen(wakesChannel, (text) => void heard.push(text));

    for (let answer = 0; answer < 3; answer += 1) {
      await withTenant(hub.api.database, orgId, (tx) => callUp(tx, { orgId, runId }));
    }
    await hub.api.admin`update runs set wake_at = wake_at - interval '1 min' where id = ${runId}`;
    await withTenant(hub.api.database, orgId, (tx) => callUp(tx, { orgId, runId }));
    // Notifications come in the order of the commits: behind this one there is none of those before.
    await hub.api.admin`select pg_notify(${wakesChannel}, 'last')`;
    while (!heard.includes('last')) await delay(10);
    await unlisten();

    expect(heard).toEqual(['', 'last']);
    const [run] = await hub.api.admin`select wake_at < now() as due from runs where id = ${runId}`;
    expect(run).toEqual({ due: true });
  });
});
