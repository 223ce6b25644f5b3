import {
  type ConnectionRequestKind,
  connectionRequests,
  type Refusal,
  type RequestInput,
  type RequestResult,
  storedAnswer,
  type UnsavedConnection,
} from '../../core/connection-requests.ts';
import type { Clock } from '../../core/clock.ts';
import { HubError } from '../../core/errors.ts';
import { newUuid } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Database } from '../../drizzle/client.ts';
import type { connectionRequests as requestsTable } from '../../drizzle/schema/index.ts';
import type { PublicKeys } from '../../vault/key-files.ts';
import { createSealer } from '../../vault/seal.ts';
import { type Row, toJsonb } from '../shared/rows.ts';
import { inTenant } from '../shared/transaction.ts';
import { type AnswerListener, createAnswerListener } from './answer-listener.ts';
import { messages } from '../../core/messages.ts';

/** Asks workers, which can open credentials and call third parties. Never within a transaction: it takes seconds. */
export interface Workers {
  /**
   * @returns what a worker answered; a refusal where the third party failed.
   * @throws {HubError} `service_unavailable` when no worker takes it up, `upstream_timeout` when the answer takes too
   *   long, `quota_exceeded` when the organization has asked too much already.
   */
  ask<Kind extends ConnectionRequestKind>(orgId: string, question: Question<Kind>): Promise<Answered<Kind>>;
}

export interface Question<Kind extends ConnectionRequestKind> {
  kind: Kind;
  /** A stored connection, by its UUID, or one that is not stored; `nothing` for what the hub itself keeps sealed. */
  about: { connectionId: string } | { unsaved: UnsavedConnection; credentials: JsonObject } | 'nothing';
  input: RequestInput<Kind>;
}

export type Answered<Kind extends ConnectionRequestKind> = { ok: true; result: RequestResult<Kind> } | Refusal;

export interface WorkersDeps {
  database: Database;
  clock: Clock;
  publicKeys: PublicKeys;
  /** How long an answer may take; within the 30 s of a request. Default 25,000. */
  deadlineMs?: number;
  /** Called when notifications of answers cannot be received; answers are then polled for. Default: nothing. */
  onFailure?: (error: unknown) => void;
}

/** How often the row is looked at while no notification comes: they are hints and may be lost. */
const pollMs = 1000;
/** Minimum time between two queries, in case a notification arrives before its answer. */
const pollIntervalMs = 50;
/** A worker marks a request as running when it takes it up; where none does so within this time, none is there. */
const takeUpMs = 10_000;
const retryAfterSeconds = 5;
/** Questions of one organization that wait for an answer at once. */
const openMax = 20;

/**
 * Hands questions to workers through Postgres: a row asks, `hub_relay` wakes a worker, which fills in the answer and
 * notifies `hub_answer` with the row's id. The row goes when its reader has seen the answer, or has given up.
 *
 * Credentials of a connection that is not stored travel in the row, sealed for this very request.
 */
export function createWorkers(deps: WorkersDeps): Workers {
  const { database } = deps;
  const answers = createAnswerListener(database, 'hub_answer', deps.onFailure ?? (() => undefined));
  return {
    ask: async (orgId, question) => {
      const id = newUuid();
      await answers.listen();
      const notified = answers.wait(id);
      try {
        await store(deps, { orgId, id }, question);
        return parseAnswer(question.kind, await waitForAnswer(deps, { orgId, id, notified }));
      } finally {
        await forget(database, answers, { orgId, id });
      }
    },
  };
}

interface Address {
  orgId: string;
  /** UUID of the request. */
  id: string;
}

async function store<Kind extends ConnectionRequestKind>(
  { database, publicKeys }: WorkersDeps,
  { orgId, id }: Address,
  { kind, about, input }: Question<Kind>,
): Promise<void> {
  const asked = { ...input };
  const unsaved = about !== 'nothing' && 'unsaved' in about ? about : undefined;
  const sealer = unsaved && (await createSealer(publicKeys, { purpose: 'request', orgId, requestId: id }));
  const sealed = unsaved === undefined ? null : (sealer?.seal(unsaved.credentials) ?? null);
  const stored = toJsonb(unsaved === undefined ? { asked } : { asked, unsaved: unsaved.unsaved });
  const connectionId = about !== 'nothing' && 'connectionId' in about ? about.connectionId : null;
  const inserted = await inTenant({ database, orgId }, async ({ sql }) => {
    const [rows] = await Promise.all([
      sql`
        insert into connection_requests (org_id, id, kind, connection_id, input, sealed)
        select ${orgId}, ${id}, ${kind}, ${connectionId}, ${stored}, ${sealed}
        where (select count(*) from connection_requests where org_id = ${orgId} and status <> 'done') < ${openMax}
        returning 1`,
      sql`select pg_notify('hub_relay', '')`,
    ]);
    return rows.length > 0;
  });
  if (inserted) return;
  throw new HubError('quota_exceeded', messages.connectionRequestsTooMany({ max: openMax }), {
    details: { quota: 'connection_requests', limit: openMax },
    retryAfterSeconds,
  });
}

async function waitForAnswer(
  { database, clock, deadlineMs = 25_000 }: WorkersDeps,
  { orgId, id, notified }: Address & { notified: Promise<void> },
): Promise<unknown> {
  const begun = clock.monotonic();
  for (;;) {
    await Promise.race([notified, clock.sleep(pollMs)]);
    const [row] = await inTenant(
      { database, orgId },
      async ({ sql }) =>
        await sql<Row<typeof requestsTable, 'status' | 'answer'>[]>`
        select status, answer from connection_requests where org_id = ${orgId} and id = ${id}`,
    );
    if (row?.status === 'done') return row.answer;
    const waitedMs = clock.monotonic() - begun;
    if (row?.status !== 'running' && waitedMs >= Math.min(takeUpMs, deadlineMs)) throw noWorker();
    if (waitedMs >= deadlineMs) throw tookTooLong();
    await clock.sleep(pollIntervalMs);
  }
}

function parseAnswer<Kind extends ConnectionRequestKind>(kind: Kind, stored: unknown): Answered<Kind> {
  const answer = storedAnswer.parse(stored);
  return answer.ok ? { ok: true, result: connectionRequests[kind].result.parse(answer.result) } : answer;
}

async function forget(database: Database, answers: AnswerListener, { orgId, id }: Address): Promise<void> {
  answers.forget(id);
  await inTenant({ database, orgId }, async ({ sql }) => {
    await sql`delete from connection_requests where org_id = ${orgId} and id = ${id}`;
  });
}

function noWorker(): HubError {
  return new HubError('service_unavailable', messages.workerUnavailable, {
    retryAfterSeconds,
  });
}

export function tookTooLong(): HubError {
  return new HubError('upstream_timeout', messages.upstreamTimeout, { retryAfterSeconds });
}
