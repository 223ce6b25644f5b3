import { createSteps, createTable, type FlowBench, perSecond, runOnce, show } from './flow-bench.ts';

/** As many as a loop may have, and a tenth of them: time that is linear is ten times as long. */
const counts = [1000, 10_000];

/** Children of one item that each write a row, and their join. */
export async function measureChildren(bench: FlowBench): Promise<void> {
  await createTable(bench, 'members', 'id text primary key, family text not null');
  const rates: number[] = [];
  for (const count of counts) {
    const flow = await createSteps(bench, `${count} children`, {
      source: { object: 'families', options: { path: `/families/${count}` } },
      steps: [
        {
          id: 'members',
          for_each: 'record.members',
          as: 'member',
          key: 'member.id',
          max: count,
          steps: [
            {
              id: 'member',
              action: {
                connection_id: bench.connections.table,
                object: 'members',
                operation: 'upsert',
                match_on: ['id'],
                mapping: [
                  { to: 'id', formula: `member.id + ' of ${count}'` },
                  { to: 'family', from: 'record.id' },
                ],
              },
            },
          ],
        },
      ],
    });
    const { seconds } = await runOnce(bench, flow);
    rates.push(count / seconds);
    show(`for_each with ${count} children`, `${perSecond(count / seconds)}, ${seconds.toFixed(1)} s`);
  }
  const [stored] = await bench.target.sql<{ count: number }[]>`select count(*)::int as count from members`;
  const wanted = counts.reduce((sum, count) => sum + count, 0);
  if (stored?.count !== wanted) throw new Error(`There are ${stored?.count} members instead of ${wanted}.`);
}
