import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUuid } from '../../core/ids.ts';
import { toLookup } from '../../services/shared/schemas.ts';
import { addIntegration } from '../api/flows.ts';
import { startTestApi, type TestApi } from '../api/harness.ts';
import { openActivities, type TestActivities } from '../harness/activities.ts';

let api: TestApi;
let activities: TestActivities;

beforeAll(async () => {
  api = await startTestApi();
  activities = await openActivities(api);
});

afterAll(async () => {
  await activities.close();
  await api.close();
});

/** Runs of the organization's other integrations, as many of them with a slot as are to have one. */
async function addRuns(count: number, atWork: number): Promise<void> {
  const orgId = toLookup('organization', api.organization.organization_id);
  for (let index = 0; index < count; index += 1) {
    const [integrationId, runId] = [newUuid(), newUuid()];
    await api.admin`insert into integrations (org_id, id, name, revision) values (${orgId}, ${integrationId}, 'other', 1)`;
    await api.admin`
      insert into runs (org_id, id, integration_id, workflow_id, revision, trigger, status, options, queued_at, admitted_at)
      values (${orgId}, ${runId}, ${integrationId}, ${newUuid()}, 1, 'manual', 'running', '{}', now(), now())`;
    if (index >= atWork) continue;
    await api.admin`
      insert into segment_slots (org_id, run_id, lease_until) values (${orgId}, ${runId}, now() + interval '1 hour')`;
  }
}

describe('test/integration/segment-slots', () => {
  it('lets runs without a slot ask for one the more rarely the more of them wait', async () => {
    const { slotsMax } = activities.deps;
    const { id } = await addIntegration(api);
    const input = await activities.begin(id);
    await addRuns(slotsMax, slotsMax);

    const alone = await activities.runSegment(input);
    await addRuns(2 * slotsMax, 0);
    const amongMany = await activities.runSegment(input);

    expect(alone).toMatchObject({ status: 'waiting', retryAfterMs: 1000 });
    expect(amongMany).toMatchObject({ status: 'waiting', retryAfterMs: 3000 });
  });
});
