import type { Transaction } from '../../drizzle/client.ts';

/** Runs that started each other, one after the other; the last one of these starts no more. */
export const chainMax = 8;

/** How many runs stand in the chain that ends with this one: itself, the one that started it, and so on. */
export async function countChain({ sql }: Transaction, orgId: string, runId: string): Promise<number> {
  const [row] = await sql<{ length: number }[]>`
    with recursive chain as (
      select started_by, 1 as length from runs where org_id = ${orgId} and id = ${runId}
      union all
      select runs.started_by, chain.length + 1 from chain
      join runs on runs.org_id = ${orgId} and runs.id = chain.started_by where chain.length < ${chainMax}
    )
    select coalesce(max(length), 0) as length from chain`;
  return row?.length ?? 0;
}
