import { z } from 'zod';
import { HubError } from '../../../core/errors.ts';
import { messages } from '../../../core/messages.ts';
import { findPasskey } from '../../../drizzle/find-user.ts';
import { ceremonyMs, describeRequest, openCeremony, sealCeremony } from '../passkeys/ceremony.ts';
import { spendPasskey } from '../passkeys/check-passkey.ts';
import { browserOptions, passkeyAnswer } from '../passkeys/passkey-answers.ts';
import { askDatabase, inTenant } from '../../shared/transaction.ts';
import { startSession } from './continue-sign-in.ts';
import { noteRefusal } from './sign-in.ts';
import type { SignInContext } from './sign-in-deps.ts';
import { organizationToActIn, type SignInResult } from './signed-in.ts';

/** How long the browser keeps what belongs to a sign-in by a passkey. */
export const passkeySignInSeconds = ceremonyMs / 1000;

export const passkeyQuestion = z
  .object({
    options: browserOptions.meta({ description: 'For `PublicKeyCredential.parseRequestOptionsFromJSON()`.' }),
  })
  .meta({ id: 'PasskeyQuestion' });

export const passkeySignInInput = z
  .strictObject({ passkey: passkeyAnswer, organization_id: organizationToActIn })
  .meta({ id: 'PasskeySignInInput' });

/** For the same browser: the authenticator says who signs in. */
const owner = 'sign-in';

/** Begins a sign-in by a passkey alone. Nobody has to be named: the browser offers the passkeys that it has for the hub. */
export function beginPasskeySignIn({ ctx }: { ctx: SignInContext }): {
  record: z.infer<typeof passkeyQuestion>;
  attempt: string;
} {
  const attempt = sealCeremony(ctx, owner);
  return { record: { options: describeRequest(ctx, attempt) }, attempt };
}

/**
 * Signs a person in by a passkey, which is both factors in one: the authenticator, and the finger or PIN that unlocks it.
 *
 * @throws {HubError} `unauthorized`; `forbidden` as `startSession`.
 */
export async function signInByPasskey({
  ctx,
  input,
}: {
  ctx: SignInContext;
  input: z.output<typeof passkeySignInInput> & { attempt: string | undefined };
}): Promise<SignInResult> {
  const { passkey: answer, organization_id: organizationId } = input;
  const challenge = openCeremony(ctx, owner, input.attempt);
  const userId = await askDatabase(() => findPasskey(ctx.database, Buffer.from(answer.id, 'base64url')));
  // Who is not named before must be named by the authenticator.
  if (userId === undefined || answer.response.userHandle === undefined) throw refused();
  const outcome = await inTenant({ database: ctx.database, userId }, (tx) =>
    spendPasskey(tx, ctx, userId, { answer, ...challenge }),
  );
  if (outcome === 'accepted') return startSession(ctx, { userId, methods: ['passkey'], organizationId });
  await noteRefusal(ctx, userId, outcome === 'copied' ? 'passkey_copied' : 'passkey');
  throw refused();
}

function refused(): HubError {
  return new HubError('unauthorized', messages.passkeyRefused);
}
