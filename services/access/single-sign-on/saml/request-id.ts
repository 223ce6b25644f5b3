import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../../../core/secret.ts';
import { attemptMs } from '../../sign-in/attempt.ts';

/** A request of ours: `_`, when it was made, randomness, and a MAC that says so. An XML id begins with no digit. */
const pattern = /^_([0-9a-z]{1,12})\.([0-9a-f]{32})\.([0-9a-f]{32})$/;

interface Maker {
  pepper: Secret<string>;
  /** UUID. */
  connectionId: string;
}

/** Makes the id of a request, which can be recognized without being stored. @param nowMs Since the epoch. */
export function makeRequestId(maker: Maker, nowMs: number): string {
  const [time, nonce] = [nowMs.toString(36), randomBytes(16).toString('hex')];
  return `_${time}.${nonce}.${sign(maker, `${time}.${nonce}`)}`;
}

/** @returns when a request of this connection was made, in milliseconds since the epoch; `undefined` for another, or an old one. */
export function readRequestId(maker: Maker, id: string, nowMs: number): number | undefined {
  const [, time = '', nonce = '', mac = ''] = pattern.exec(id) ?? [];
  const expected = sign(maker, `${time}.${nonce}`);
  if (mac.length !== expected.length || !timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return undefined;
  const madeAt = Number.parseInt(time, 36);
  return madeAt <= nowMs && nowMs < madeAt + attemptMs ? madeAt : undefined;
}

function sign({ pepper, connectionId }: Maker, text: string): string {
  const message = `request by SAML|${connectionId}|${text}`;
  return createHmac('sha256', pepper.reveal()).update(message).digest('hex').slice(0, 32);
}
