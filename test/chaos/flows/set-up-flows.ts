import { z } from 'zod';
import { Rng } from '../../simulator/rng.ts';
import type { Quiet, SeenRun } from '../judge/evidence.ts';
import type { HubApi } from '../people/hub-api.ts';
import type { Effect } from '../targets/journal.ts';
import type { SqlTarget } from '../targets/sql-target.ts';
import type { World } from '../targets/start-world.ts';
import { type Ends, type FlowSpec, pageSize } from './flow-specs.ts';
import { newRecord, type SourceRecord } from './source-records.ts';

/** One integration while it is under test. */
export interface Flow {
  spec: FlowSpec;
  /** Id of the integration. */
  id: string;
  /** Chance of its own, so that flows do not change each other's life. */
  rng: Rng;
  records: SourceRecord[];
  effects: Effect[];
  runs: SeenRun[];
  quiets: Quiet[];
}

const made = z.object({ id: z.string() });

/** Connects the hub to both targets. */
export async function connectEnds(api: HubApi, world: World, sql: SqlTarget, token: string): Promise<Ends> {
  const connect = async (body: object): Promise<string> => (await api.ask('POST', '/connections', made, body)).id;
  const http = { service_type: 'http', config: { base_url: world.url } };
  return {
    world: await connect({ ...http, name: 'world', credentials: {} }),
    guarded: await connect({ ...http, name: 'guarded world', credentials: { token } }),
    table: await connect({
      name: 'table',
      service_type: 'postgres',
      config: { ...sql.config, ssl: 'disable' },
      credentials: sql.credentials,
    }),
  };
}

export async function setUpFlow(
  spec: FlowSpec,
  { api, world, ends, seed }: { api: HubApi; world: World; ends: Ends; seed: number },
): Promise<Flow> {
  const records = Array.from({ length: spec.records }, (_, n) => newRecord(n));
  await world.setSource(spec.name, records);
  const pace = spec.answerMs === undefined ? {} : { answer_ms: spec.answerMs };
  await world.setPace(spec.name, { page_size: pageSize, ...pace });
  const { id } = await api.ask('POST', '/integrations', made, { name: spec.name, ...spec.definition(ends) });
  await api.ask('POST', `/integrations/${id}/activate`, made);
  return { spec, id, rng: new Rng(seed, spec.name), records, effects: [], runs: [], quiets: [] };
}
