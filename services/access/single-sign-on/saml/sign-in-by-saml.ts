import { hash } from 'node:crypto';
import { z } from 'zod';
import { toTimestamp } from '../../../../core/clock.ts';
import { openText, sealText } from '../../pepper-box.ts';
import { toLookup } from '../../../shared/schemas.ts';
import { inTenant } from '../../../shared/transaction.ts';
import { readEncryptionKeys } from '../../sso-connections/encryption/encryption-keys.ts';
import { samlSettings } from '../../sso-connections/saml-settings.ts';
import { toSsoUrls } from '../../sso-connections/sso-connection.ts';
import { findOpenSsoConnection, type OpenSsoConnection } from '../open-sso-connection.ts';
import { openSsoAttempt, sealSsoAttempt, toReturnPath } from '../sso-attempt.ts';
import type { SsoContext } from '../sso-context.ts';
import { ssoProfile } from '../sso-profile.ts';
import { SsoRefusal } from '../sso-refusal.ts';
import { finishSsoTest, type SsoTestAnswer } from '../sign-in-tests/finish-sso-test.ts';
import { openSsoTest } from '../sign-in-tests/open-sso-test.ts';
import { type SsoSession, startSsoSession } from '../start-sso-session.ts';
import { type ReadAssertion, readAssertion } from './read-assertion.ts';
import { findTestId, makeRequestId } from './request-id.ts';
import { nameFailure } from './name-failure.ts';
import { decryptAssertion } from './decrypt-assertion.ts';
import { type GuardedAnswer, guardDecrypted, guardSamlAnswer } from './saml-guard.ts';
import { openServiceProvider, toMaker } from './service-provider.ts';

/** Longer than an answer can be believed: a request is remembered for ten minutes, an assertion for five. */
const spentMs = 20 * 60_000;
const ticketMs = 60_000;

/**
 * Begins to sign in at a SAML identity provider, by the HTTP-Redirect binding.
 *
 * @returns where to send the browser, and what it must bring back.
 * @throws {SsoRefusal} `unknown_connection`
 */
export async function beginSaml({
  ctx,
  input,
}: {
  ctx: SsoContext;
  input: { id: string; returnTo: string | undefined };
}): Promise<{ location: string; attempt: string }> {
  const connection = await findOpenSsoConnection(ctx, 'saml', input.id);
  return startSaml(ctx, connection, { returnTo: input.returnTo });
}

/** As `beginSaml`, of a connection that was found; also for a test, which the id of the request names. */
export async function startSaml(
  ctx: SsoContext,
  connection: OpenSsoConnection,
  { returnTo, testId }: { returnTo?: string | undefined; testId?: string },
): Promise<{ location: string; attempt: string }> {
  const saml = await openServiceProvider(ctx, connection);
  const requestId = makeRequestId(toMaker(ctx, connection.row.id), ctx.clock.now(), testId);
  saml.options.generateUniqueId = () => requestId;
  const location = await saml.getAuthorizeUrlAsync('', undefined, {});
  const attempt = { connectionId: connection.row.id, requestId, returnTo: toReturnPath(returnTo) };
  return { location, attempt: sealSsoAttempt(ctx, attempt) };
}

/**
 * Takes the answer that a browser carries from a provider to us. It comes from another site, so without the cookie that says which
 * browser asked: the next step, a link within the browser, has it.
 *
 * @returns where to send the browser: to that step, or to where signing in begins, for a provider that began by itself.
 * @throws {SsoRefusal}
 */
export async function acceptSaml({
  ctx,
  input,
}: {
  ctx: SsoContext;
  input: { id: string; answer: string };
}): Promise<{ location: string | undefined }> {
  const connectionId = toLookup('ssoConnection', input.id);
  const testId = findTestId(toMaker(ctx, connectionId), input.answer, ctx.clock.now());
  if (testId !== undefined) {
    const test = await openSsoTest(ctx, testId);
    return { location: await finishSsoTest(ctx, test, () => readAnswer(ctx, test.connection, input.answer)) };
  }
  const connection = await findOpenSsoConnection(ctx, 'saml', input.id);
  const urls = toSsoUrls(ctx.publicUrl, 'saml', connection.id);
  const guarded = guardSamlAnswer(input.answer);
  if (guarded.inResponseTo === undefined) return { location: urls.start };
  const assertion = await verify(ctx, connection, guarded);
  await spend(ctx, connection, assertion.id);
  const ticket = sealTicket(ctx, connection, assertion);
  return { location: `${urls.finish}?ticket=${ticket}` };
}

async function readAnswer(ctx: SsoContext, connection: OpenSsoConnection, answer: string): Promise<SsoTestAnswer> {
  return verify(ctx, connection, guardSamlAnswer(answer));
}

async function verify(ctx: SsoContext, connection: OpenSsoConnection, guarded: GuardedAnswer): Promise<ReadAssertion> {
  const { base64, destination, inResponseTo, encrypted } = guarded;
  const acsUrl = toSsoUrls(ctx.publicUrl, 'saml', connection.id).redirect;
  if (destination !== undefined && destination !== acsUrl)
    throw new SsoRefusal('invalid_answer', { check: 'destination' });
  const decrypted = encrypted && decryptAssertion(encrypted, connection.openEncryptionKeys(ctx.clock.now()));
  if (decrypted !== undefined) guardDecrypted(decrypted.plain, guarded);
  const saml = await openServiceProvider(ctx, connection, decrypted?.privateKey);
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: base64 }).catch((error: unknown) => {
    throw new SsoRefusal('invalid_answer', { cause: error, check: nameFailure(error) });
  });
  const settings = samlSettings.parse(connection.row.config);
  const assertion = readAssertion(profile?.getAssertion?.(), { settings, acsUrl });
  if (assertion.inResponseTo !== inResponseTo) throw new SsoRefusal('invalid_answer', { check: 'request' });
  return assertion;
}

/** Lets an assertion be used once. @throws {SsoRefusal} `expired` */
async function spend(ctx: SsoContext, { orgId, row }: OpenSsoConnection, assertionId: string): Promise<void> {
  const expiresAt = toTimestamp(ctx.clock.now() + spentMs);
  const added = await inTenant(
    { database: ctx.database, orgId },
    async ({ sql }) =>
      await sql`
      insert into spent_assertions (org_id, sso_connection_id, hash, expires_at)
      values (${orgId}, ${row.id}, ${hash('sha256', assertionId, 'base64url')}, ${expiresAt})
      on conflict do nothing returning 1`,
  );
  if (added.length === 0) throw new SsoRefusal('expired');
}

const ticketSchema = z.object({ inResponseTo: z.string(), profile: ssoProfile, until: z.number() });

const purpose = 'answers by SAML';

function toLabel(ctx: SsoContext, { row }: OpenSsoConnection) {
  return { pepper: ctx.pepper.reveal(), purpose, owner: row.id };
}

/** What the answer said, for a minute, in a form that only the hub can make and read: nothing of it is stored. */
function sealTicket(ctx: SsoContext, connection: OpenSsoConnection, { inResponseTo, profile }: ReadAssertion): string {
  const text = JSON.stringify({ inResponseTo, profile, until: ctx.clock.now() + ticketMs });
  return sealText(toLabel(ctx, connection), text).toString('base64url');
}

/**
 * Signs a person in by an answer that was accepted, in the browser that asked for it.
 *
 * @throws {SsoRefusal} `expired` in another browser, or later; {HubError} as `startSession`.
 */
export async function finishSaml({
  ctx,
  input,
}: {
  ctx: SsoContext;
  input: { id: string; ticket: string | undefined; attempt: string | undefined };
}): Promise<SsoSession> {
  const connection = await findOpenSsoConnection(ctx, 'saml', input.id);
  const attempt = openSsoAttempt(ctx, connection.row.id, input.attempt);
  const text = openText(toLabel(ctx, connection), Buffer.from(input.ticket ?? '', 'base64url'));
  const ticket = text === undefined ? undefined : ticketSchema.parse(JSON.parse(text));
  const holds = ticket !== undefined && ticket.until > ctx.clock.now() && ticket.inResponseTo === attempt.requestId;
  if (!holds) throw new SsoRefusal('expired');
  return startSsoSession(ctx, connection, { method: 'saml', profile: ticket.profile, returnTo: attempt.returnTo });
}

/** Describes the hub to a provider. @returns XML. @throws {SsoRefusal} `unknown_connection` */
export async function describeServiceProvider({
  ctx,
  input,
}: {
  ctx: SsoContext;
  input: { id: string };
}): Promise<string> {
  const connection = await findOpenSsoConnection(ctx, 'saml', input.id);
  const [key] = readEncryptionKeys(connection.row.encryption_keys);
  // The library wants to see a private key, and writes the certificate alone.
  const saml = await openServiceProvider(ctx, connection, key?.certificate);
  const { sign_requests: signs, signing_certificate: certificate } = samlSettings.parse(connection.row.config);
  const xml = saml.generateServiceProviderMetadata(key?.certificate ?? null, signs ? (certificate ?? null) : null);
  // What the library could decrypt, and the hub refuses.
  return xml.replaceAll(/\s*<EncryptionMethod Algorithm="[^"]*-cbc"\/>/g, '');
}
