import { itemBytesMax, type RequestInput, type RequestResult } from '../../core/connection-requests.ts';
import { ConnectorError } from '../../core/connector-error.ts';
import { RunUnusableError } from '../../core/runs/run-unusable-error.ts';
import { isJsonObject, type Json } from '../../core/json.ts';
import { type Scrub, scrubJson } from '../../core/telemetry/scrub.ts';
import { withTenantPipelined } from '../../drizzle/index.ts';
import { isFlow } from '../../flow/index.ts';
import { definitionSchema } from '../../flow/definition.ts';
import type { ActivityDeps } from '../deps.ts';
import { collectedStep } from '../items/child-statements.ts';
import { runKey } from '../items/closing-statements.ts';
import { openSealed } from '../items/sealed/open-sealed.ts';
import { outputMember, readOutput } from '../items/sealed/origins.ts';
import { readProblem } from '../items/sealed/read-results.ts';
import { type ConnectionRow, selectConnections, toLoadedConnection } from '../load/load-run.ts';
import { createItemMask } from './mask-item.ts';

type Answer = RequestResult<'item'>;
type Deps = Pick<ActivityDeps, 'database' | 'opener' | 'sessions'>;

interface LineRow {
  id: string;
  parent_id: string | null;
  integration_id: string;
  run_id: string;
  key: string;
  definition: unknown;
  /** As of an item that a step works on, in the order of the flow. */
  steps: { step: string; outcome: string; sealed: string }[];
}

/**
 * Opens what an item was made of and what its steps gave, for people to look at: sensitive fields masked, secrets blanked out,
 * and no more than is shown at once.
 *
 * @param itemId UUID.
 */
export async function showItem(
  { database, opener, sessions }: Deps,
  orgId: string,
  { item_id: itemId }: RequestInput<'item'>,
): Promise<Answer> {
  const line = await withTenantPipelined(database, orgId, (tx) => selectLine(tx, orgId, itemId));
  const item = line.at(-1);
  const shown: Answer = { outputs: [], problems: [], masked: false, truncated: false };
  if (item === undefined) return shown;
  const address = { orgId, integrationId: item.integration_id, runId: item.run_id };
  const open = (sealed: string): Promise<Json> => openSealed({ opener, address }, sealed);
  const connections = await withTenantPipelined(database, orgId, (tx) => selectConnections(tx, orgId, item.run_id));
  const definition = definitionSchema.safeParse(item.definition).data;
  const scrub = await readScrub(sessions, orgId, connections);
  const known = new Map(connections.map(({ id, connector }) => [id, connector]));
  const mask = createItemMask(definition !== undefined && isFlow(definition) ? definition : undefined, known);

  let bytes = 0;
  /** What is shown of a value, where it fits. */
  const take = (value: Json): { value: Json } | undefined => {
    const scrubbed = scrub === undefined ? mask.hide(value) : scrubJson(value, scrub);
    bytes += Buffer.byteLength(JSON.stringify(scrubbed));
    if (bytes <= itemBytesMax) return { value: scrubbed };
    shown.truncated = true;
    return undefined;
  };
  // What is masked above tells what a child may have copied.
  for (const { id, parent_id: parentId, key, steps } of line) {
    for (const { step, outcome, sealed } of steps) {
      if (step === collectedStep || (step === '' && key === runKey)) continue;
      const value = await open(sealed);
      const isOwn = id === item.id;
      if (step === '' && parentId === null) {
        const masked = mask.record(value);
        const record = isOwn ? take(masked) : undefined;
        if (record !== undefined) shown.record = record.value;
        continue;
      }
      if (!isJsonObject(value)) continue;
      const isFailed = outcome === 'failed' || outcome === 'interrupted';
      if (isOwn && isFailed && typeof value['code'] === 'string') {
        const { code, message } = readProblem(value);
        shown.problems.push({ step, code, message: scrub === undefined ? '' : scrub(message) });
      }
      const output = step === '' ? value[outputMember] : readOutput(value);
      if (output === undefined) continue;
      const masked = step === '' ? mask.element(output) : mask.output(step, output);
      const one = isOwn ? take(masked) : undefined;
      if (one === undefined) continue;
      if (step === '') shown.element = one.value;
      else shown.outputs.push({ step, output: one.value });
    }
  }
  shown.masked = mask.isMasked();
  return shown;
}

/** An item and those above it, the outermost first. */
function selectLine({ sql }: Parameters<Parameters<typeof withTenantPipelined>[2]>[0], orgId: string, itemId: string) {
  return sql<LineRow[]>`
    with recursive line as (
      select id, parent_id, integration_id, run_id, key, 0 as height from items where org_id = ${orgId} and id = ${itemId}
      union all
      select above.id, above.parent_id, above.integration_id, above.run_id, above.key, line.height + 1
      from line join items as above on above.org_id = ${orgId} and above.id = line.parent_id
    )
    select line.id, line.parent_id, line.integration_id, line.run_id, line.key, used.definition, (
        select coalesce(json_agg(json_build_object('step', s.step, 'outcome', s.outcome, 'sealed', encode(s.sealed, 'base64'))
          order by s.step <> '', s.position), '[]')
        from item_steps as s where s.org_id = ${orgId} and s.item_id = line.id and s.sealed is not null
      ) as steps
    from line
    left join runs on runs.org_id = ${orgId} and runs.id = line.run_id
    left join integration_revisions as used
      on used.org_id = runs.org_id and used.integration_id = runs.integration_id and used.revision = runs.revision
    order by line.height desc`.execute();
}

/**
 * What blanks the credentials of connections out.
 *
 * @returns `undefined` where those of one cannot be opened: then nothing tells what is one of them.
 */
export async function readScrub(
  sessions: Deps['sessions'],
  orgId: string,
  connections: readonly ConnectionRow[],
): Promise<Scrub | undefined> {
  try {
    const scrubs = await Promise.all(
      connections.map((row) =>
        sessions.use(orgId, toLoadedConnection(row), (session) => Promise.resolve(session.createScrub())),
      ),
    );
    return (text) => scrubs.reduce((left, scrub) => scrub(left), text);
  } catch (error) {
    if (error instanceof ConnectorError || error instanceof RunUnusableError) return undefined;
    throw error;
  }
}
