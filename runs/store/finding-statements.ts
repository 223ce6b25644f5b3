import type { Pipeline } from '../../drizzle/index.ts';
import type { Checkpoint } from '../../engine/ports.ts';
import type { StreamAddress } from './segment-statements.ts';

/** Writes down on the run what a page adds to what it found out; nothing where that is nothing. */
export function noteFindings(
  { sql }: Pipeline,
  { orgId, runId }: StreamAddress,
  { unresolvedReferences = 0, emptyFields }: Pick<Checkpoint, 'unresolvedReferences' | 'emptyFields'>,
): PromiseLike<unknown> | undefined {
  if (unresolvedReferences === 0 && emptyFields === undefined) return undefined;
  const { paths = [], begins = false } = emptyFields ?? {};
  return sql`
    update runs set unresolved_references = unresolved_references + ${unresolvedReferences},
      empty_fields = case
        when not ${emptyFields !== undefined} then empty_fields
        when empty_fields is not null
          then array(select field from unnest(empty_fields) as field where field = any(${paths}::text[]))
        when ${begins} then ${paths}::text[]
      end
    where org_id = ${orgId} and id = ${runId}`.execute();
}
