import { z } from 'zod';
import { toId } from '../core/ids.ts';
import type { Clock } from '../core/clock.ts';
import { createGuardedPoster, type GuardedPoster, type PostOutcome } from '../connectors/drivers/http/guarded-post.ts';
import type { EgressPolicy } from '../connectors/drivers/shared/session.ts';
import { toEventPayload } from '../services/event-endpoints/event-payload.ts';
import { toStorable } from '../core/mask-values.ts';
import type { DueDelivery } from './queue-statements.ts';
import { sign } from './sign.ts';

/** What became of sending a delivery once. */
export interface Attempt {
  eventId: string;
  /** Since the delivery was last ordered, this one included. */
  tries: number;
  at: number;
  durationMs: number;
  /** `gone`: the endpoint wants nothing more. */
  verdict: 'delivered' | 'failed' | 'gone';
  status?: number | undefined;
  contentType?: string | undefined;
  /** The beginning of an answer that is text. */
  body?: string | undefined;
  error?: string | undefined;
  /** The pause that the endpoint requested. */
  retryAfterMs?: number | undefined;
}

export interface Sending {
  poster: GuardedPoster;
  clock: Clock;
  timeoutMs: number;
}

/** How much of a response is stored. */
const answerBytesMax = 1024;
/** The longest pause that an endpoint can request. */
const retryAfterMaxMs = 3_600_000;
const userAgent = 'integration-hub/0.1';

export function createPoster(egress: EgressPolicy): GuardedPoster {
  return createGuardedPoster(egress, { bytesMax: answerBytesMax });
}

/** Sends a delivery once. Never throws for what the other end does: that is a result. */
export async function attempt(
  { poster, clock, timeoutMs }: Sending,
  { url, secrets }: { url: string; secrets: readonly string[] },
  delivery: DueDelivery,
): Promise<Attempt> {
  const id = toId('event', delivery.event_id);
  const at = clock.now();
  const begun = clock.monotonic();
  const made = { eventId: delivery.event_id, tries: delivery.tries + 1, at };
  const body = compose(delivery);
  if (body === undefined) return { ...made, durationMs: 0, verdict: 'failed', error: unknownEvent };
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...sign(secrets, { id, body, nowMs: at }),
  };
  const outcome = await poster.post(url, { headers, body, timeoutMs });
  const durationMs = Math.round(clock.monotonic() - begun);
  return { ...made, durationMs, ...judge(outcome, at) };
}

const unknownEvent = 'This version of the hub does not know the event.';

/** One event that cannot be rendered, as after a downgrade, must not block those behind it. */
function compose(delivery: DueDelivery): string | undefined {
  try {
    return JSON.stringify(toEventPayload(delivery));
  } catch (error) {
    if (error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/** @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md "Delivery success and failure" */
function judge(outcome: PostOutcome, now: number): Omit<Attempt, 'eventId' | 'tries' | 'at' | 'durationMs'> {
  if (outcome.status === undefined) return { verdict: 'failed', error: outcome.problem };
  const { status, headers, beginning } = outcome;
  const contentType = headers['content-type']?.slice(0, 255);
  const isText = /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml)\b)/i.test(contentType ?? '');
  const answer = {
    status,
    contentType: contentType === undefined ? undefined : toStorable(contentType),
    body: isText && beginning.length > 0 ? toStorable(beginning.toString('utf8')) : undefined,
  };
  if (status >= 200 && status < 300) return { verdict: 'delivered', ...answer };
  return {
    verdict: status === 410 ? 'gone' : 'failed',
    ...answer,
    error: status >= 300 && status < 400 ? 'Redirects are not followed.' : `The endpoint answered ${status}.`,
    retryAfterMs: readRetryAfter(headers['retry-after'], now),
  };
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 seconds, or a date */
function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), retryAfterMaxMs);
}
