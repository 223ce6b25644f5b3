import { z } from 'zod';
import type { WebhookFormat } from '../core/enums.ts';
import { toId } from '../core/ids.ts';
import { messages } from '../core/messages.ts';
import type { Question } from '../services/approvals/notices/find-approvers.ts';
import { goesToApprovers, readRecipients } from '../services/event-endpoints/check-url.ts';
import type { Clock } from '../core/clock.ts';
import { createGuardedPoster, type GuardedPoster, type PostOutcome } from '../connectors/drivers/http/guarded-post.ts';
import type { EgressPolicy } from '../connectors/drivers/shared/session.ts';
import { type EventPayload, notificationSnapshot, toEventPayload } from '../services/event-endpoints/event-payload.ts';
import { toStorable } from '../core/mask-values.ts';
import type { DueDelivery } from './queue-statements.ts';
import { describeEvent, type Sender, renderMessage, toText } from './render-message.ts';
import { type Mailer, type MailMessage, type MailOutcome, sendMail } from './send-mail.ts';
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
  mailer?: Mailer | undefined;
  sender: Sender;
  /** Addresses of those who may decide on what a message asks. */
  findApprovers(question: Question): Promise<string[]>;
  clock: Clock;
  timeoutMs: number;
}

/** Where a delivery goes, and how it is written. */
export interface Destination {
  url: string;
  format: WebhookFormat;
  secrets: readonly string[];
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
  sending: Sending,
  { url, format, secrets }: Destination,
  delivery: DueDelivery,
): Promise<Attempt> {
  const { poster, clock, timeoutMs, sender } = sending;
  const id = toId('event', delivery.event_id);
  const at = clock.now();
  const begun = clock.monotonic();
  const made = { eventId: delivery.event_id, tries: delivery.tries + 1, at };
  const payload = compose(delivery);
  if (payload === undefined) return { ...made, durationMs: 0, verdict: 'failed', error: unknownEvent };
  if (format === 'email') {
    const described = describeEvent(payload, sender);
    const sent = await mail(sending, url, delivery, { id, subject: described.subject, text: toText(described) });
    return { ...made, durationMs: Math.round(clock.monotonic() - begun), ...sent };
  }
  const body = JSON.stringify(renderMessage(format, payload, sender));
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...sign(secrets, { id, body, nowMs: at }),
  };
  const outcome = await poster.post(url, { headers, body, timeoutMs });
  const durationMs = Math.round(clock.monotonic() - begun);
  return { ...made, durationMs, ...judge(outcome, at) };
}

async function mail(
  { mailer, findApprovers }: Sending,
  url: string,
  { snapshot }: DueDelivery,
  message: MailMessage,
): Promise<Pick<Attempt, 'verdict' | 'error'>> {
  if (!goesToApprovers(url)) return toMailVerdict(await sendMail(mailer, readRecipients(url), message));
  const { integration_id: integrationId, approvers = [], not_by: notBy = null } = notificationSnapshot.parse(snapshot);
  const recipients = await findApprovers({ integrationId, approvers, notBy });
  // Nothing that could be sent later: a repetition would not find anybody either.
  if (recipients.length === 0) return { verdict: 'delivered', error: messages.approversUnreachable };
  return toMailVerdict(await sendMail(mailer, recipients, { ...message, apart: true }));
}

function toMailVerdict({ sent, problem }: MailOutcome): Pick<Attempt, 'verdict' | 'error'> {
  return { verdict: sent ? 'delivered' : 'failed', ...(problem === undefined ? {} : { error: problem }) };
}

const unknownEvent = 'This version of the hub does not know the event.';

/** One event that cannot be rendered, as after a downgrade, must not block those behind it. */
function compose(delivery: DueDelivery): EventPayload | undefined {
  try {
    return toEventPayload(delivery);
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
