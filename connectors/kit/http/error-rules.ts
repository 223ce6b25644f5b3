import { z } from 'zod';
import { connectorErrorKinds, type ConnectorErrorKind, type RejectedField } from '../../../core/connector-error.ts';
import { compileReader } from '../../../core/path-readers.ts';
import { answerConditionSchema, fitsAnswer, type JudgedAnswer } from './answer-condition.ts';
import type { Fault } from '../fault.ts';
import { type Limits, signalPlace, signalUnit } from '../limits.ts';
import { isKeyOf, toPlainText } from '../type-guards.ts';
import { readReset, readRetryAfter, readWait } from './rate-signals.ts';
import { readVendorMessage, shortenMessage } from './vendor-message.ts';
import { valuePath as path } from '../fields.ts';

const kind = z.custom<ConnectorErrorKind>((value) => typeof value === 'string' && isKeyOf(connectorErrorKinds, value));

/** One rule of a connector: the first that matches decides; the statuses' common meaning stands behind them all. */
export const errorRuleSchema = z.strictObject({
  when: answerConditionSchema,
  kind,
  message: z.string().optional(),
  /** Where the body holds the vendor's sentence for people. Absent: the usual places are looked at. */
  messagePath: path.optional(),
  /** The list of refused fields, and within an entry the field's name and what is wrong with it. */
  fields: z.strictObject({ list: path, field: path, message: path }).optional(),
  /** When the same call may be made again, in the body or a header. `Retry-After` is read in any case. */
  retryAfter: z.strictObject({ ...signalPlace, unit: signalUnit.default('delta_s') }).optional(),
});

export type ErrorRule = z.output<typeof errorRuleSchema>;

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
  const rule = rules.find(({ when }) => fitsAnswer(when, answer));
  if (rule === undefined && answer.status >= 200 && answer.status < 300) return undefined;
  const meant = rule?.kind ?? kindOfStatus(answer);
  return {
    kind: meant,
    message: rule?.message ?? sayStatus(meant, answer.status),
    retryAfterMs: findWait(rule, meant, limits, answer, nowMs),
    vendorMessage: readMessage(rule, answer),
    ...(rule?.fields === undefined ? {} : { fields: readFields(rule.fields, answer) }),
    ...(tooLargeStatuses.has(answer.status) ? { tooLarge: true } : {}),
  };
}

/** What a status alone means: of a record within an answer for many. `undefined` for success. */
export function faultOfStatus(status: number): Fault | undefined {
  if (status >= 200 && status < 300) return undefined;
  const meant = kindOfStatus({ status, headers: {} });
  return { kind: meant, message: sayStatus(meant, status) };
}

/** What went wrong, with the status within the sentence. */
function sayStatus(meant: ConnectorErrorKind, status: number): string {
  return `${messages[meant].replace(/\.$/, '')} (status ${status}).`;
}

/** Content too large, and gateways that gave up waiting for a page. */
const tooLargeStatuses: ReadonlySet<number> = new Set([413, 504]);

function findWait(
  rule: ErrorRule | undefined,
  meant: ConnectorErrorKind,
  limits: Limits,
  answer: JudgedAnswer,
  nowMs: number,
): number | undefined {
  const asked = readRetryAfter(answer.headers['retry-after'], nowMs);
  if (asked !== undefined) return asked;
  const waitMs = rule?.retryAfter === undefined ? undefined : readWait(rule.retryAfter, answer, nowMs);
  const isBudget = meant === 'rate_limited' || meant === 'quota';
  return waitMs ?? (isBudget ? readReset(limits.signals, answer, nowMs) : undefined);
}

function readMessage(rule: ErrorRule | undefined, answer: JudgedAnswer): string | undefined {
  if (rule?.messagePath === undefined) return readVendorMessage(answer.text);
  const message = compileReader(rule.messagePath)(answer.readDocument?.() ?? null);
  return typeof message === 'string' && message !== '' ? shortenMessage(message) : readVendorMessage(answer.text);
}

/** Fields that one answer may name. */
const fieldsMax = 50;

function readFields(where: NonNullable<ErrorRule['fields']>, answer: JudgedAnswer): RejectedField[] {
  const list = compileReader(where.list)(answer.readDocument?.() ?? null);
  const entries = Array.isArray(list) ? list : list === undefined ? [] : [list];
  return entries.slice(0, fieldsMax).flatMap((entry) => {
    const field = toPlainText(compileReader(where.field)(entry));
    return field === '' ? [] : [{ field, message: shortenMessage(toPlainText(compileReader(where.message)(entry))) }];
  });
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

function kindOfStatus({ status, headers }: Pick<JudgedAnswer, 'status' | 'headers'>): ConnectorErrorKind {
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
  not_found: 'The system has nothing at this address.',
  conflict: 'The system refused the write: it conflicts with existing data.',
  validation: 'The system refused the request as invalid.',
  rate_limited: "The system's rate limit is exceeded.",
  quota: "The system's quota is exceeded.",
  transient: 'The system failed temporarily.',
  maintenance: 'The system is down for maintenance.',
  cursor_expired: 'The cursor has expired: the system no longer knows where to continue.',
  unsupported: 'The system does not support this.',
  schema_drift: 'The response does not have the expected format.',
  config: 'The system cannot be called as configured.',
  unknown: 'The system gave an unexpected response.',
};
