import type postgres from 'postgres';
import type { FieldError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import type { Pipeline, Transaction } from '../../../drizzle/client.ts';
import type { Definition } from '../../../flow/definition.ts';
import { toJsonb } from '../../shared/rows.ts';

type Sql = Pick<Pipeline, 'sql'>;
type Fragment = postgres.PendingQuery<postgres.Row[]>;

/** What tells the records of a flow's source apart: by another system or key, each of them is new. */
export function hasSource({ sql }: Sql, source: Fragment): Fragment {
  return sql`jsonb_build_array(${source} -> 'connection_id', ${source} -> 'object', ${source} -> 'key')`;
}

/** Whether a run has read its source, as far as it could, as a condition over `runs`. */
export function isGood({ sql }: Sql): Fragment {
  return sql`(status in ('succeeded', 'partially_succeeded', 'waiting') or wakes > 0)`;
}

/**
 * Asks again what is to become of the records that are there, where a flow is to read another system, or to tell its records
 * apart by another key: all of them are new then.
 */
export async function checkStart(
  { sql }: Transaction,
  orgId: string,
  integrationId: string | undefined,
  { steps, source }: Definition,
): Promise<FieldError[]> {
  if (integrationId === undefined || steps === undefined || source === undefined) return [];
  if (source.start !== undefined || source.payload !== undefined) return [];
  const present = sql`(${toJsonb(source)}::jsonb)`;
  const [found] = await sql`
    select 1 from (
      select bool_or(${hasSource({ sql }, sql`v.definition -> 'source'`)} = ${hasSource({ sql }, present)}) as same
      from runs join integration_revisions v on v.org_id = runs.org_id and v.integration_id = runs.integration_id and v.revision = runs.revision
      where runs.org_id = ${orgId} and runs.integration_id = ${integrationId} and v.definition -> 'steps' is not null and ${isGood({ sql })}
    ) as read where not same`;
  return found === undefined
    ? []
    : [{ path: 'source.start', code: 'required', message: messages.startUnasked, allowed: ['process', 'baseline'] }];
}
