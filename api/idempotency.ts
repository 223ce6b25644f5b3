import { hash } from 'node:crypto';
import { type ErrorCode, errorCodes, HubError, invalidRequest } from '../core/errors.ts';
import { canonicalJson } from '../core/json.ts';
import type { Caller, ServiceContext } from '../services/shared/context.ts';
import type { AnswerSealer, KeptAnswer } from '../services/idempotency/answer-sealer.ts';
import { type Attempt, beginAttempt, keepAnswer } from '../services/idempotency/kept-answers.ts';
import { inTenant } from '../services/shared/transaction.ts';
import { toHttp } from './errors.ts';
import type { HubContext } from './hub-context.ts';
import { type Answer, commonHeaders, type Headers } from './answers/respond.ts';
import type { Route } from './route.ts';
import { messages } from '../core/messages.ts';

/** What keeping answers needs. */
export interface KeepDeps {
  /** Seals the answers that are kept for requests with an `Idempotency-Key`. */
  answers: AnswerSealer;
  /** Under which clients reach this server; the only source of absolute addresses. */
  publicUrl: string;
}

const printable = /^[\x20-\x7e]{1,255}$/;

/** The `Idempotency-Key` of a request whose route has an effect. @throws {HubError} `invalid_request` */
export function readIdempotencyKey(c: HubContext, { method, pure }: Route): string | undefined {
  if (method === 'get' || pure === true) return undefined;
  const key = c.req.header('idempotency-key');
  if (key === undefined || printable.test(key)) return key;
  throw invalidRequest(messages.headerInvalid, [
    {
      path: 'header.idempotency-key',
      code: 'invalid_format',
      message: messages.idempotencyKeyInvalid,
    },
  ]);
}

/**
 * Names an attempt: who asks for what under which key. The base address makes no difference; the caller does, since an
 * answer may hold what only its caller may see.
 */
export function toAttempt(
  c: HubContext,
  route: Route,
  ask: { caller: Pick<Caller, 'orgId' | 'actor'>; key: string; sent: unknown; base: string },
): Attempt {
  const { orgId, actor } = ask.caller;
  const { pathname, searchParams } = new URL(c.req.url);
  const query = [...searchParams].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const asked = canonicalJson([actor, pathname.slice(ask.base.length), query, ask.sent ?? {}]);
  return {
    orgId,
    route: `${route.method.toUpperCase()} ${route.path}`,
    key: ask.key,
    fingerprint: hash('sha256', asked, 'buffer'),
  };
}

/** What is to be done once. */
export interface Work {
  /** Waits for third parties, before the transaction begins. */
  prepare: (() => Promise<void>) | undefined;
  /** Gets the context whose transaction it must use. */
  answer(ctx: ServiceContext): Promise<Answer>;
}

/**
 * Does something once: in one transaction with its kept answer, which is given again to every repetition.
 *
 * A refusal that a repetition would meet as well is kept, too; faults and what passes by itself are not.
 */
export async function answerOnce(ctx: ServiceContext, attempt: Attempt, deps: KeepDeps, work: Work): Promise<Answer> {
  try {
    if (work.prepare !== undefined) {
      // A stored response is not computed again: third parties may respond differently now.
      const kept = await inTenant(ctx, (tx) => beginAttempt(tx, attempt, deps.answers));
      if (kept !== undefined) return toReplay(kept, ctx.requestId);
      await work.prepare();
    }
    return await inTenant(ctx, async (tx) => {
      const kept = await beginAttempt(tx, attempt, deps.answers);
      if (kept !== undefined) return toReplay(kept, ctx.requestId);
      const answer = await work.answer({ ...ctx, transaction: tx });
      await keepAnswer(tx, attempt, toKept(answer), deps.answers);
      return answer;
    });
  } catch (error) {
    if (isFinal(error)) await keepRefusal(ctx, attempt, toHttp(error, ctx.requestId, deps.publicUrl), deps.answers);
    throw error;
  }
}

/** The effect was rolled back with its transaction, so the refusal has one of its own. */
async function keepRefusal(
  ctx: ServiceContext,
  attempt: Attempt,
  refusal: Answer,
  sealer: AnswerSealer,
): Promise<void> {
  await inTenant(ctx, (tx) => keepAnswer(tx, attempt, toKept(refusal), sealer));
}

/** What says nothing of the request itself, but of its key or its `If-Match`: another one may come with the same request. */
const aboutHeaders: ReadonlySet<ErrorCode> = new Set([
  'idempotency_key_reused',
  'precondition_failed',
  'precondition_required',
]);

/** The same request would be refused again. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof HubError)) return false;
  const { httpStatus, retryable } = errorCodes[error.code];
  return httpStatus < 500 && !retryable && !aboutHeaders.has(error.code);
}

function toKept({ status, headers, body }: Answer): KeptAnswer & { status: number } {
  const own = Object.entries(headers).filter(([name]) => name !== 'request-id' && !Object.hasOwn(commonHeaders, name));
  return { status, headers: Object.fromEntries(own), body };
}

function toReplay({ status, headers, body }: KeptAnswer & { status: number }, requestId: string): Answer {
  const replayed: Headers = { ...commonHeaders, 'request-id': requestId, ...headers, 'idempotent-replayed': 'true' };
  return { status, headers: replayed, body };
}
