import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import { toTimestamp } from '../../../../core/clock.ts';
import type { Secret } from '../../../../core/secret.ts';
import { timestamp } from '../../../shared/schemas.ts';
import { openText, sealText } from '../../pepper-box.ts';
import { signCertificate } from './self-signed.ts';

const purpose = 'keys for encrypted SAML assertions';
const makeKeys = promisify(generateKeyPair);
const keyBits = 3072;
const certificateDays = 3 * 365;
const previousMs = 30 * 86_400_000;

/** Pairs that providers encrypt for, the newest first: stored, and never shown. */
const encryptionKeys = z
  .array(
    z.object({
      /** PEM. */
      certificate: z.string(),
      /** Private key, sealed, in Base64. */
      sealed: z.string(),
      made_at: z.string(),
    }),
  )
  .max(2);

export type EncryptionKeys = z.infer<typeof encryptionKeys>;

export const encryptionRecord = z
  .object({
    certificate: z.string().meta({ description: 'PEM. Also in the metadata of the hub.' }),
    made_at: timestamp,
    previous_until: timestamp
      .optional()
      .meta({ description: 'Until then, what is encrypted for the previous certificate is read, too.' }),
  })
  .meta({ id: 'SsoEncryption' });

/** What stands in the column. */
export function readEncryptionKeys(stored: unknown): EncryptionKeys {
  return encryptionKeys.parse(stored ?? []);
}

/** Makes a pair in front of the one that there is. @param owner UUID of the connection. */
export async function addEncryptionKey(
  known: EncryptionKeys,
  { pepper, owner, host, nowMs }: { pepper: Secret<string>; owner: string; host: string; nowMs: number },
): Promise<EncryptionKeys> {
  const keys = await makeKeys('rsa', { modulusLength: keyBits });
  const pem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const made = {
    certificate: signCertificate(keys, host, { nowMs, days: certificateDays }),
    sealed: sealText({ pepper: pepper.reveal(), purpose, owner }, pem).toString('base64'),
    made_at: toTimestamp(nowMs),
  };
  return [made, ...known.slice(0, 1)];
}

/** Private keys in PEM with which an answer is read now; none that was sealed under another pepper. */
export function openEncryptionKeys(
  keys: EncryptionKeys,
  { pepper, owner, nowMs }: { pepper: Secret<string>; owner: string; nowMs: number },
): string[] {
  const until = previousUntil(keys);
  const counting = until !== undefined && nowMs < until ? keys : keys.slice(0, 1);
  return counting.flatMap(
    ({ sealed }) => openText({ pepper: pepper.reveal(), purpose, owner }, Buffer.from(sealed, 'base64')) ?? [],
  );
}

/** Describes the keys without what is secret of them. */
export function describeEncryption(keys: EncryptionKeys): z.infer<typeof encryptionRecord> | undefined {
  const [newest] = keys;
  const until = previousUntil(keys);
  return (
    newest && {
      certificate: newest.certificate,
      made_at: newest.made_at,
      ...(until === undefined ? {} : { previous_until: toTimestamp(until) }),
    }
  );
}

/** The previous pair counts while providers take up the newest: milliseconds since the epoch. */
function previousUntil([newest, previous]: EncryptionKeys): number | undefined {
  return newest === undefined || previous === undefined ? undefined : Date.parse(newest.made_at) + previousMs;
}
