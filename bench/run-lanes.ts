import { setTimeout as sleep } from 'node:timers/promises';
import postgres from 'postgres';
import { Pool } from 'undici';
import { z } from 'zod';
import { toUuid } from '../core/ids.ts';
import { connectApi } from '../start/main-job/api-client.ts';
import {
  connectToSource,
  connectToTarget,
  createPeopleFlow,
  createTargetDatabase,
  peopleColumns,
} from '../test/harness/flow.ts';
import type { HubFacts } from '../test/harness/processes/running-hub.ts';

const accepted = z.object({ data: z.object({ id: z.string() }) });

/** Does one thing from start to end. */
export type Job = (lane: number) => Promise<void>;

/** One integration a lane, since an integration has one run at a time; each run writes one changed record. */
export async function prepareLanes(facts: HubFacts, sourceUrl: string, parallel: number): Promise<Job> {
  const api = connectApi(facts.api_url, facts.api_key, new AbortController().signal);
  const target = await createTargetDatabase(facts.database_url, 'bench');
  const sourceId = await connectToSource(api, sourceUrl);
  const targetId = await connectToTarget(api, target);
  const lanes: string[] = [];
  for (let lane = 0; lane < parallel; lane += 1) {
    await target.sql.unsafe(`create table people_${lane} (${peopleColumns})`);
    await target.sql.unsafe(`alter table people_${lane} owner to bench`);
    const ends = { source: sourceId, target: targetId, from: { object: 'one' }, table: `people_${lane}` };
    lanes.push(await createPeopleFlow(api, `lane ${lane}`, ends));
  }
  const runToEnd = prepareRuns(facts, parallel);
  return (lane) => runToEnd(lanes[lane] ?? '', {});
}

/** @returns what executes an integration, and waits until the run has succeeded. */
export function prepareRuns(
  facts: HubFacts,
  parallel: number,
): (integrationId: string, order: object) => Promise<void> {
  const waitForEnd = watchRuns(facts.database_url);
  // The leanest client there is: what it costs is taken from the hub, on the same two cores.
  const http = new Pool(facts.api_url, { connections: parallel });
  const headers = { authorization: `Bearer ${facts.api_key}`, 'content-type': 'application/json' };
  return async (integrationId, order) => {
    const path = `/v1/integrations/${integrationId}/execute`;
    const { body, statusCode } = await http.request({ method: 'POST', path, headers, body: JSON.stringify(order) });
    const answer = await body.text();
    if (statusCode !== 202) throw new Error(`execute answered ${statusCode}: ${answer}`);
    await waitForEnd(accepted.parse(JSON.parse(answer)).data.id);
  };
}

/** One look at the table serves every lane, so that watching costs the machine little. */
function watchRuns(databaseUrl: string): (runId: string) => Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 });
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const watch = async (): Promise<never> => {
    for (;;) {
      const ids = [...waiting.keys()];
      const over =
        ids.length === 0
          ? []
          : await sql<{ id: string; status: string }[]>`
        select id, status from runs where id = any(${ids}::uuid[]) and finished_at is not null`;
      for (const { id, status } of over) {
        if (status === 'succeeded') waiting.get(id)?.resolve();
        else waiting.get(id)?.reject(new Error(`A run ended as ${status}.`));
        waiting.delete(id);
      }
      // Often enough for one run's latency; seldom enough not to weigh on many.
      await sleep(waiting.size > 4 ? 8 : 2);
    }
  };
  void watch();
  return (runId) => {
    const end = Promise.withResolvers<void>();
    waiting.set(toUuid('run', runId) ?? '', end);
    return end.promise;
  };
}
