import { type FieldError, invalidRequest } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { deadLetters } from '../../drizzle/schema/index.ts';
import type { Row } from '../shared/rows.ts';
import { toLookup } from '../shared/schemas.ts';
import { unretryableCodes } from './dead-letter.ts';

type Found = Row<typeof deadLetters, 'id' | 'code' | 'resolvedBy' | 'sourceKey' | 'itemId'>;
type Problem = Omit<FieldError, 'path'>;

/**
 * Looks up failed records of a run that can be processed again.
 *
 * @param named Their ids, as sent.
 * @param toPath Where the one at an index was named.
 * @param check What else must be true of them.
 * @returns their UUIDs, in the same order.
 * @throws {HubError} `invalid_request`, naming each record that is not there or cannot be processed again.
 */
export async function requireDeadLetters(
  { sql }: Pick<Transaction, 'sql'>,
  { orgId, run, named }: { orgId: string; run: string; named: readonly string[] },
  toPath: (index: number) => string,
  check: (found: Found, index: number) => Problem | undefined = () => undefined,
): Promise<string[]> {
  const ids = named.map((id) => toLookup('deadLetter', id));
  const rows = await sql<Found[]>`
    select id, code, resolved_by, source_key, item_id from dead_letters
    where org_id = ${orgId} and run_id = ${run} and id = any(${ids}::uuid[])`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const problems = ids.flatMap((id, index): FieldError[] => {
    const found = byId.get(id);
    const problem = describeProblem(found) ?? (found && check(found, index));
    return problem === undefined ? [] : [{ path: toPath(index), ...problem }];
  });
  if (problems.length > 0) throw invalidRequest(messages.bodyInvalid, problems);
  return ids;
}

function describeProblem(deadLetter: Found | undefined): Problem | undefined {
  if (deadLetter === undefined) return { code: 'unknown_record', message: messages.recordUnknown };
  if (deadLetter.resolved_by !== null) return { code: 'already_resolved', message: messages.recordResolved };
  if (!unretryableCodes.includes(deadLetter.code)) return undefined;
  return { code: 'not_retryable', message: messages.recordInDoubt };
}
