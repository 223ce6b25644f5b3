import type { Pipeline } from '../../drizzle/index.ts';
import type { Checkpoint } from '../../engine/ports.ts';
import type { StreamAddress } from './segment-statements.ts';

/**
 * Writes down on the run what a page adds to what it found out; nothing where that is nothing.
 *
 * Fields of a step stand there as `STEP.FIELD`, beside `STEP.`, which says that they are watched.
 */
export function noteFindings(
  { sql }: Pipeline,
  { orgId, runId }: StreamAddress,
  { unresolvedReferences = 0, emptyFields }: Pick<Checkpoint, 'unresolvedReferences' | 'emptyFields'>,
): PromiseLike<unknown> | undefined {
  if (unresolvedReferences === 0 && emptyFields === undefined) return undefined;
  const { paths = [], begins = false, step } = emptyFields ?? {};
  const within = step === undefined ? '' : `${step}.`;
  const found = step === undefined ? paths : [within, ...paths.map((path) => `${within}${path}`)];
  return sql`
    update runs set unresolved_references = unresolved_references + ${unresolvedReferences},
      empty_fields = case
        when not ${emptyFields !== undefined} then empty_fields
        when ${step === undefined} and empty_fields is not null or ${within} = any(empty_fields)
          then array(
            select field from unnest(empty_fields) as field where not starts_with(field, ${within}) or field = any(${found}::text[])
          )
        when ${begins} then coalesce(empty_fields, '{}') || ${found}::text[]
        else empty_fields
      end
    where org_id = ${orgId} and id = ${runId}`.execute();
}
