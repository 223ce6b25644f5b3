import type { JsonObject } from '../../../core/json.ts';
import { readPlace, type ReadDelivery } from './delivery.ts';
import { equalTexts } from './equal-texts.ts';
import type { Verdict } from './verdict.ts';
import { type AuthorizationSignature, header } from './webhook.ts';

/** @see https://www.rfc-editor.org/rfc/rfc9110#section-11.4 */
const credentialsPattern = /^([A-Za-z]+) +([A-Za-z0-9._~+/-]+=*)$/;

/** Checks what `Authorization` holds. */
export function checkAuthorization(
  { scheme }: AuthorizationSignature,
  delivery: ReadDelivery,
  { token, username, password }: JsonObject,
): Verdict {
  const [, name, given] = credentialsPattern.exec(readPlace(delivery, header('authorization')) ?? '') ?? [];
  if (given === undefined || name?.toLowerCase() !== scheme) return 'unsigned';
  if (scheme === 'bearer') return typeof token === 'string' && equalTexts(given, token) ? 'genuine' : 'forged';
  if (typeof username !== 'string' || typeof password !== 'string') return 'forged';
  const text = Buffer.from(given, 'base64').toString();
  return equalTexts(text, `${username}:${password}`) ? 'genuine' : 'forged';
}
