import { HubError } from '../../core/errors.ts';
import type { Transaction } from '../../drizzle/client.ts';
import type { AnswerOwner, AnswerSealer, KeptAnswer } from './answer-sealer.ts';
import { messages } from '../../core/messages.ts';

export interface Attempt extends AnswerOwner {
  /** SHA-256 of who asked what: caller, address, query and canonical body. */
  fingerprint: Buffer;
}

const retryAfterSeconds = 1;

/**
 * Begins an attempt under an `Idempotency-Key`, or finds the answer that an earlier one got.
 *
 * Of concurrent attempts, one continues; it holds the key until its transaction ends.
 *
 * @throws {HubError} `idempotency_key_reused` when the key came with another request before;
 *   `idempotency_in_progress` while another attempt is under way.
 * @see docs/errors/idempotency_key_reused.md
 */
export async function beginAttempt(
  { sql }: Transaction,
  { orgId, route, key, fingerprint }: Attempt,
  sealer: AnswerSealer,
): Promise<(KeptAnswer & { status: number }) | undefined> {
  // Sent together: the second statement sees what the holder of the lock before committed.
  const [[lock], [kept]] = await Promise.all([
    sql<{ taken: boolean }[]>`select ${takeKey(sql, { orgId, route, key })} as taken`,
    sql<{ fingerprint: Buffer; status: number; answer: Buffer }[]>`
      select fingerprint, status, answer from idempotency_keys
      where org_id = ${orgId} and route = ${route} and key = ${key}`,
  ]);
  if (kept !== undefined) {
    if (!kept.fingerprint.equals(fingerprint)) {
      throw new HubError('idempotency_key_reused', messages.idempotencyKeyReused);
    }
    return { status: kept.status, ...sealer.open(kept.answer, { orgId, route, key }) };
  }
  if (lock?.taken === true) return undefined;
  throw new HubError('idempotency_in_progress', messages.idempotencyInProgress, {
    retryAfterSeconds,
  });
}

/**
 * Keeps the answer of an attempt: in the transaction of its effect, or, of a refusal, in one that comes after it.
 *
 * Another attempt may have begun between a refusal and that transaction: then its answer is the one to keep.
 */
export async function keepAnswer(
  { sql }: Transaction,
  { orgId, route, key, fingerprint }: Attempt,
  { status, ...answer }: KeptAnswer & { status: number },
  sealer: AnswerSealer,
): Promise<void> {
  const sealed = sealer.seal(answer, { orgId, route, key });
  await sql`
    insert into idempotency_keys (org_id, route, key, fingerprint, status, answer)
    select ${orgId}::uuid, ${route}::text, ${key}::text, ${fingerprint}::bytea, ${status}::integer, ${sealed}::bytea
    where ${takeKey(sql, { orgId, route, key })}
    on conflict do nothing`;
}

/** True for the transaction that holds the key from here to its end; it may ask again. */
function takeKey(sql: Transaction['sql'], { orgId, route, key }: AnswerOwner) {
  return sql`pg_try_advisory_xact_lock(hashtextextended(${`${orgId}|${route}|${key}`}, 0))`;
}
