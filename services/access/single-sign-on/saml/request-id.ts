import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../../../core/secret.ts';
import { attemptMs } from '../../sign-in/attempt.ts';

/**
 * A request of ours: `_`, `test.` for a test, when it was made, randomness or the id of the test, and a MAC that says so. An XML
 * id begins with no digit.
 */
const pattern = /^_((?:test\.)?)([0-9a-z]{1,12})\.([0-9a-f]{32})\.([0-9a-f]{32})$/;

export interface RequestMaker {
  pepper: Secret<string>;
  /** UUID. */
  connectionId: string;
}

/**
 * Makes the id of a request, which can be recognized without being stored.
 *
 * @param nowMs Since the epoch.
 * @param testId UUID of the test that it is for.
 */
export function makeRequestId(maker: RequestMaker, nowMs: number, testId?: string): string {
  const nonce = testId?.replaceAll('-', '') ?? randomBytes(16).toString('hex');
  const text = `${testId === undefined ? '' : 'test.'}${nowMs.toString(36)}.${nonce}`;
  return `_${text}.${sign(maker, text)}`;
}

/** @returns when a request of this connection was made, in milliseconds since the epoch; `undefined` for another, or an old one. */
export function readRequestId(maker: RequestMaker, id: string, nowMs: number): number | undefined {
  const [, kind = '', time = '', nonce = '', mac = ''] = pattern.exec(id) ?? [];
  const expected = sign(maker, `${kind}${time}.${nonce}`);
  if (mac.length !== expected.length || !timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return undefined;
  const madeAt = Number.parseInt(time, 36);
  return madeAt <= nowMs && nowMs < madeAt + attemptMs ? madeAt : undefined;
}

/** Characters in Base64 within which a response says what it answers. */
const headMax = 16_384;

/**
 * Finds which test an answer belongs to, whatever else is wrong with it: nothing of it is believed but the MAC.
 *
 * @param answer In Base64, as it came.
 * @returns its UUID; `undefined` where it answers no test.
 */
export function findTestId(maker: RequestMaker, answer: string, nowMs: number): string | undefined {
  const head = Buffer.from(answer.slice(0, headMax), 'base64').toString('latin1');
  const [, id = ''] = /\sInResponseTo\s*=\s*["'](_test\.[0-9a-z.]{1,96})["']/.exec(head) ?? [];
  if (readRequestId(maker, id, nowMs) === undefined) return undefined;
  const [, , , nonce = ''] = pattern.exec(id) ?? [];
  return nonce.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function sign({ pepper, connectionId }: RequestMaker, text: string): string {
  const message = `request by SAML|${connectionId}|${text}`;
  return createHmac('sha256', pepper.reveal()).update(message).digest('hex').slice(0, 32);
}
