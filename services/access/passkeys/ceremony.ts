import { createHash } from 'node:crypto';
import { z } from 'zod';
import { HubError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import { openText, sealText } from '../pepper-box.ts';
import { toPageOrigin } from '../people/dashboard-url.ts';
import type { SignInContext } from '../sign-in/sign-in-deps.ts';
import type { KnownPasskey } from './passkey.ts';

/** How long a person may take to unlock their authenticator. */
export const ceremonyMs = 5 * 60 * 1000;

/** Signatures that authenticators may make: Ed25519, ES256 and RS256. @see https://www.iana.org/assignments/cose */
const algorithms = [-8, -7, -257] as const;

/** For whom an authenticator makes a passkey: the host name of the hub's pages. An IP address cannot have any. */
export function toRelyingParty({ publicUrl }: Pick<SignInContext, 'publicUrl'>): { id: string; origin: string } {
  const origin = toPageOrigin(publicUrl);
  return { id: new URL(origin).hostname, origin };
}

const ceremonySchema = z.object({ owner: z.string(), until: z.number() });

/** What an authenticator signs, and when it was asked to, in milliseconds since the epoch. */
export interface Challenge {
  challenge: string;
  madeAt: number;
}

const purpose = 'ceremonies of passkeys';

/**
 * Begins a ceremony: what is signed is the digest of what comes back sealed with the answer, so nothing is stored.
 *
 * @param owner For whom it counts: a session and what for, or `sign-in` for a browser that nobody is signed in to.
 */
export function sealCeremony(ctx: Pick<SignInContext, 'pepper' | 'clock'>, owner: string): string {
  const text = JSON.stringify({ owner, until: ctx.clock.now() + ceremonyMs });
  return sealText({ pepper: ctx.pepper.reveal(), purpose, owner }, text).toString('base64url');
}

/** @throws {HubError} `unauthorized` for what is no ceremony of this owner, or too old. */
export function openCeremony(
  ctx: Pick<SignInContext, 'pepper' | 'clock'>,
  owner: string,
  sealed: string | undefined,
): Challenge {
  const label = { pepper: ctx.pepper.reveal(), purpose, owner };
  const text = sealed === undefined ? undefined : openText(label, Buffer.from(sealed, 'base64url'));
  const ceremony = text === undefined ? undefined : ceremonySchema.parse(JSON.parse(text));
  if (sealed === undefined || ceremony === undefined || ceremony.until <= ctx.clock.now()) {
    throw new HubError('unauthorized', messages.passkeyExpired);
  }
  return { challenge: toChallenge(sealed), madeAt: ceremony.until - ceremonyMs };
}

/** The digest of a sealed text, which nobody can guess: its nonce is random. */
export function toChallenge(sealed: string): string {
  return createHash('sha256').update(sealed).digest('base64url');
}

/** What authenticators call a person. @param userId UUID. */
export function toUserHandle(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url');
}

/** @see https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialcreationoptionsjson */
export function describeCreation(
  ctx: Pick<SignInContext, 'publicUrl'>,
  sealed: string,
  person: { userId: string; name: string; label: string; known: readonly KnownPasskey[] },
) {
  return {
    challenge: toChallenge(sealed),
    rp: { id: toRelyingParty(ctx).id, name: 'Integration hub' },
    user: { id: toUserHandle(person.userId), name: person.label, displayName: person.name },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: ceremonyMs,
    excludeCredentials: person.known.map(toDescriptor),
    // Each signs in alone: the authenticator finds it without a name, and asks for a finger or a PIN.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/**
 * @param known Of the person, where it is clear who they are. Without it, the browser offers all that it has.
 * @see https://www.w3.org/TR/webauthn-3/#dictdef-publickeycredentialrequestoptionsjson
 */
export function describeRequest(
  ctx: Pick<SignInContext, 'publicUrl'>,
  sealed: string,
  known: readonly KnownPasskey[] = [],
) {
  return {
    challenge: toChallenge(sealed),
    rpId: toRelyingParty(ctx).id,
    timeout: ceremonyMs,
    userVerification: 'required',
    ...(known.length === 0 ? {} : { allowCredentials: known.map(toDescriptor) }),
  };
}

function toDescriptor({ credential_id: id, transports }: KnownPasskey) {
  return { type: 'public-key', id: id.toString('base64url'), transports };
}
