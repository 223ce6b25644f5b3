import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { toUuid } from '../../core/ids.ts';
import { toPerson } from '../../test/harness/people.ts';
import { round } from '../memory.ts';
import { accountColumns, fourSteps } from './four-steps.ts';
import {
  createSteps,
  createTable,
  type FlowBench,
  peopleOf,
  perSecond,
  runOnce,
  show,
  startScript,
} from './flow-bench.ts';

/** Enough to be at speed, few enough to be done soon. */
const workflowsMax = 1000;
const workflowsAtOnce = 64;
/** PostgreSQL's processes tell what they have counted after they have rested so long. */
const countedMs = 11_000;
const warmUp = 1000;

/** Items through four steps, beside a bare loop and a workflow for each. @param ended Items that there were before. */
export async function measureItems(
  bench: FlowBench,
  { items, ended }: { items: number; ended: number },
): Promise<Record<string, number>> {
  for (const table of ['accounts', 'warm_accounts', 'bare_accounts', 'item_accounts']) {
    await createTable(bench, table, accountColumns);
  }
  const { connections } = bench;
  const warm = await createSteps(bench, 'warm', {
    source: peopleOf(warmUp),
    steps: fourSteps(connections, 'warm_accounts'),
  });
  const flow = await createSteps(bench, 'items', {
    source: peopleOf(items),
    steps: fourSteps(connections, 'accounts'),
  });
  await runOnce(bench, warm);
  await addEnded(bench, flow, ended);
  await sleep(countedMs);

  const before = await readCosts(bench);
  const { seconds } = await runOnce(bench, flow);
  const endedAt = performance.now();
  const { wal } = await readCosts(bench);
  const rate = items / seconds;
  await requireAccounts(bench, items);
  const perWorkflow = await runWorkflows(bench, Math.min(items, workflowsMax));
  await sleep(Math.max(countedMs - (performance.now() - endedAt), 0));
  const { versions } = await readCosts(bench);
  const bare = await runBare(bench, items);

  show('items through four steps', perSecond(rate));
  show('bare loop', perSecond(bare));
  show('workflow per item', perSecond(perWorkflow));
  return {
    ratio_bare: round(rate / bare, 2),
    ratio_workflow_per_item: round(rate / perWorkflow),
    row_versions_per_item: round((versions - before.versions) / items),
    wal_bytes_per_item: Math.round((wal - before.wal) / items),
  };
}

/** Items of years before, of the same integration. */
async function addEnded({ admin }: FlowBench, integrationId: string, count: number): Promise<void> {
  const id = toUuid('integration', integrationId) ?? '';
  const chunk = 100_000;
  for (let from = 0; from < count; from += chunk) {
    await admin`
      with made as (
        insert into items (org_id, id, integration_id, run_id, key, seq, change, status, ended_at)
        select org_id, uuidv7(interval '-30 days'), id, uuidv7(), 'old-' || n, 1, 'created', 'succeeded', now() from integrations,
          generate_series(${from}::int + 1, least(${from + chunk}::int, ${count}::int)) as n
        where id = ${id}
        returning org_id, id
      )
      insert into item_steps (org_id, item_id, step, outcome, position, sealed)
      select org_id, id, '', 'passed', -1, decode(repeat('5a', 400), 'hex') from made`;
  }
  await admin`vacuum analyze items, item_steps`;
}

/** Row versions that were written in the hub's tables, and bytes of WAL, since the server was made. */
async function readCosts({ admin }: FlowBench): Promise<{ versions: number; wal: number }> {
  const [row] = await admin<{ versions: number; wal: number }[]>`
    select (select sum(n_tup_ins + n_tup_upd)::float8 from pg_stat_user_tables) as versions,
      (pg_current_wal_insert_lsn() - '0/0')::float8 as wal`;
  if (row === undefined) throw new Error('The database answered nothing.');
  return row;
}

async function requireAccounts({ target, serverUrl }: FlowBench, items: number): Promise<void> {
  const [stored] = await target.sql<{ count: number }[]>`select count(*)::int as count from accounts`;
  const tickets: unknown = await (await fetch(`${serverUrl}/tickets`)).json();
  const found = JSON.stringify({ accounts: stored?.count, ...(tickets as object) });
  const wanted = JSON.stringify({ accounts: items, tickets: items + warmUp });
  if (found !== wanted) throw new Error(`There are ${found} instead of ${wanted}.`);
}

function toTargetUrl({ target: { config, credentials } }: FlowBench): string {
  return `postgres://${credentials.user}:${credentials.password}@${config.host}:${config.port}/${config.database}`;
}

async function runBare(bench: FlowBench, items: number): Promise<number> {
  const args = [bench.hub.facts.database_url, toTargetUrl(bench), bench.serverUrl, String(items)];
  const { line } = await startScript('bare-flow.ts', args);
  return Number(line);
}

async function runWorkflows(bench: FlowBench, count: number): Promise<number> {
  const { temporal_address: address } = bench.hub.facts;
  const { child } = await startScript('item-worker.ts', [address, toTargetUrl(bench), bench.serverUrl]);
  const connection = await Connection.connect({ address });
  const client = new Client({ connection });
  const runAll = async (name: string, numbers: Iterator<number>): Promise<void> => {
    await Promise.all(
      Array.from({ length: workflowsAtOnce }, async () => {
        for (let next = numbers.next(); next.done !== true; next = numbers.next()) {
          const options = { taskQueue: 'items', workflowId: `${name}-${next.value}`, args: [toPerson(next.value)] };
          await client.workflow.execute('itemWorkflow', options);
        }
      }),
    );
  };
  try {
    await runAll('warm', Array(200).keys());
    const started = performance.now();
    await runAll('item', Array(count).keys());
    return (count / (performance.now() - started)) * 1000;
  } finally {
    child.kill('SIGKILL');
    await connection.close();
  }
}
