import type { WebAuthnCredential } from '@simplewebauthn/server';
import { toTimestamp } from '../../../core/clock.ts';
import type { Transaction } from '../../../drizzle/client.ts';
import type { SignInContext } from '../sign-in/sign-in-deps.ts';
import { type Challenge, toRelyingParty, toUserHandle } from './ceremony.ts';
import type { CreationAnswer, PasskeyAnswer } from './passkey-answers.ts';

/** A passkey that was just made, and whether it is kept in more places than one. */
export interface MadePasskey {
  credential: WebAuthnCredential;
  backedUp: boolean;
}

type CheckContext = Pick<SignInContext, 'clock' | 'publicUrl'>;

/** Checks a new passkey. The library is loaded when somebody uses one. @returns `undefined` for one that is refused. */
export async function checkCreation(
  ctx: CheckContext,
  { challenge }: Challenge,
  answer: CreationAnswer,
): Promise<MadePasskey | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { id, origin } = toRelyingParty(ctx);
  const { rawId, type, response } = answer;
  const { clientDataJSON, attestationObject } = response;
  try {
    const { registrationInfo: made } = await verifyRegistrationResponse({
      response: {
        id: answer.id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    });
    return made && { credential: made.credential, backedUp: made.credentialBackedUp };
  } catch {
    // Every fault of an answer is one, and each is told alike.
    return undefined;
  }
}

/** What came of an answer with a passkey. `copied`: its counter went back, so somebody else has a copy of it. */
export type PasskeyOutcome = 'accepted' | 'refused' | 'copied';

/**
 * Checks an answer with a passkey of a person, and uses its challenge up. The transaction acts for the person; of two answers
 * to one challenge, one succeeds: a challenge from before the passkey's last use counts no more.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion
 */
export async function spendPasskey(
  { sql }: Transaction,
  ctx: CheckContext,
  userId: string,
  { answer, challenge, madeAt }: Challenge & { answer: PasskeyAnswer },
): Promise<PasskeyOutcome> {
  const { rawId, type, response } = answer;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const [row] = await sql<{ id: string; public_key: Buffer; counter: number }[]>`
    select id, public_key, counter from passkeys
    where user_id = ${userId} and credential_id = ${Buffer.from(answer.id, 'base64url')} for update`;
  if (row === undefined || (userHandle !== undefined && userHandle !== toUserHandle(userId))) return 'refused';
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { id, origin } = toRelyingParty(ctx);
  const verified = await verifyAuthenticationResponse({
    response: {
      id: answer.id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    // What a counter that went back means is judged below, once the signature is known to be right.
    credential: { id: answer.id, publicKey: new Uint8Array(row.public_key), counter: 0 },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (verified?.verified !== true) return 'refused';
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  if (newCounter <= row.counter && row.counter > 0) return 'copied';
  const usedAt = toTimestamp(Math.max(ctx.clock.now(), madeAt));
  const { count } = await sql`
    update passkeys set counter = ${newCounter}, backed_up = ${credentialBackedUp}, last_used_at = ${usedAt}
    where user_id = ${userId} and id = ${row.id} and (last_used_at is null or last_used_at < ${toTimestamp(madeAt)})`;
  return count === 1 ? 'accepted' : 'refused';
}
