import { z } from 'zod';
import { connectorErrorKinds, type ConnectorErrorKind } from '../../core/connector-error.ts';
import { isKeyOf } from './narrow.ts';
import type { Fault } from './fault.ts';
import type { Limits } from './limits.ts';
import { type ResponseHeaders, readReset, readRetryAfter } from './rate-signals.ts';
import { readVendorMessage } from './vendor-message.ts';

const kind = z.custom<ConnectorErrorKind>((value) => typeof value === 'string' && isKeyOf(connectorErrorKinds, value));

/** One rule of a connector: the first that matches decides; the statuses' common meaning stands behind them all. */
export const errorRuleSchema = z.strictObject({
  when: z.strictObject({
    status: z.union([z.int(), z.array(z.int()).min(1)]).optional(),
    /** The body holds one of these texts. */
    bodyIncludes: z.array(z.string().min(1)).optional(),
  }),
  kind,
  message: z.string().optional(),
});

export type ErrorRule = z.infer<typeof errorRuleSchema>;

/** What an answer is judged by. */
export interface JudgedAnswer {
  status: number;
  headers: ResponseHeaders;
  /** The body as text, cut to what an error says in practice. */
  text: string;
}

/**
 * Says what an answer means by a connector's rules and the common meaning of its status.
 *
 * @returns `undefined` for an answer that carries a result (2xx and no rule against it).
 */
export function judgeAnswer(
  rules: readonly ErrorRule[],
  limits: Limits,
  answer: JudgedAnswer,
  nowMs: number,
): Fault | undefined {
  const rule = rules.find((candidate) => matches(candidate, answer));
  if (rule === undefined && answer.status >= 200 && answer.status < 300) return undefined;
  const meant = rule?.kind ?? kindOfStatus(answer);
  const retryAfterMs =
    readRetryAfter(answer.headers['retry-after'], nowMs) ??
    (meant === 'rate_limited' || meant === 'quota' ? readReset(limits.signals, answer.headers, nowMs) : undefined);
  return {
    kind: meant,
    message: rule?.message ?? `${messages[meant]} (status ${answer.status})`,
    retryAfterMs,
    vendorMessage: readVendorMessage(answer.text),
  };
}

function matches({ when }: ErrorRule, answer: JudgedAnswer): boolean {
  const statuses = typeof when.status === 'number' ? [when.status] : when.status;
  if (statuses !== undefined && !statuses.includes(answer.status)) return false;
  return when.bodyIncludes === undefined || when.bodyIncludes.some((text) => answer.text.includes(text));
}

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-15 */
const kindByStatus: Readonly<Record<number, ConnectorErrorKind>> = {
  400: 'validation',
  401: 'auth_invalid',
  402: 'quota',
  403: 'permission',
  404: 'not_found',
  405: 'unsupported',
  406: 'config',
  407: 'config',
  408: 'transient',
  409: 'conflict',
  410: 'not_found',
  411: 'config',
  412: 'conflict',
  413: 'validation',
  414: 'config',
  415: 'config',
  416: 'cursor_expired',
  422: 'validation',
  423: 'conflict',
  425: 'transient',
  429: 'rate_limited',
  431: 'config',
  451: 'permission',
  501: 'unsupported',
  505: 'config',
};

function kindOfStatus({ status, headers }: JudgedAnswer): ConnectorErrorKind {
  const known = kindByStatus[status];
  if (known !== undefined) return known;
  // A server that says when to come back has refused the work, not lost it.
  if (status === 503 && headers['retry-after'] !== undefined) return 'maintenance';
  if (status >= 500) return 'transient';
  if (status >= 300 && status < 400) return 'config';
  return status >= 400 && status < 500 ? 'validation' : 'unknown';
}

const messages: Readonly<Record<ConnectorErrorKind, string>> = {
  auth_expired: 'The credentials have expired.',
  auth_invalid: 'The credentials were refused.',
  permission: 'The credentials do not allow this.',
  not_found: 'Nothing is at this address.',
  conflict: 'The system refused the write because of what it already holds.',
  validation: 'The system refused the request as invalid.',
  rate_limited: 'The system asks for fewer calls.',
  quota: 'The quota of the system is used up.',
  transient: 'The system failed for the moment.',
  maintenance: 'The system is down for maintenance.',
  cursor_expired: 'The place to continue reading from is gone.',
  unsupported: 'The system does not support this.',
  schema_drift: 'The answer does not have the expected form.',
  config: 'The system cannot be called as configured.',
  unknown: 'The system gave an unexpected answer.',
};
