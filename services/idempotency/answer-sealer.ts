import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** What is kept of an answer, to be given again. */
export interface KeptAnswer {
  headers: Record<string, string>;
  body: string;
}

const keptAnswer = z.object({ headers: z.record(z.string(), z.string()), body: z.string() });

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts stored responses: some contain a new secret, which the database must not hold in clear. */
export interface AnswerSealer {
  seal(answer: KeptAnswer, owner: AnswerOwner): Buffer;
  /** @throws {Error} when it was sealed for another owner, or changed. */
  open(sealed: Buffer, owner: AnswerOwner): KeptAnswer;
}

export interface AnswerOwner {
  orgId: string;
  route: string;
  /** The `Idempotency-Key`. */
  key: string;
}

/**
 * Derives a key for each answer from the pepper, which the database does not have, and from what only the caller sends.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5869
 */
export function createAnswerSealer(pepper: string): AnswerSealer {
  // Key objects throughout: with bytes, Node takes several times as long.
  const secret = createSecretKey(pepper, 'utf8');
  const keyOf = ({ orgId, route, key }: AnswerOwner): KeyObject =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, orgId, `kept answer|${route}|${key}`.slice(0, 1024), 32)));
  return {
    seal: (answer, owner) => {
      const iv = randomBytes(ivBytes);
      const sealing = createCipheriv(cipher, keyOf(owner), iv);
      const text = Buffer.concat([sealing.update(JSON.stringify(answer), 'utf8'), sealing.final()]);
      return Buffer.concat([iv, sealing.getAuthTag(), text]);
    },
    open: (sealed, owner) => {
      const opening = createDecipheriv(cipher, keyOf(owner), sealed.subarray(0, ivBytes));
      opening.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
      const text = Buffer.concat([opening.update(sealed.subarray(ivBytes + tagBytes)), opening.final()]);
      return keptAnswer.parse(JSON.parse(text.toString('utf8')));
    },
  };
}
