import type { SsoCheck } from '../../../../core/enums.ts';
import { toId } from '../../../../core/ids.ts';
import { inTenant } from '../../../shared/transaction.ts';
import { toDashboardUrl } from '../../people/dashboard-url.ts';
import { toGrantRecords } from '../../people/role-grants.ts';
import type { SignInContext } from '../../sign-in/sign-in-deps.ts';
import { previewAdmission } from '../preview-admission.ts';
import type { SsoProfile } from '../sso-profile.ts';
import { SsoRefusal, type SsoRefusalReason } from '../sso-refusal.ts';
import type { OpenSsoTest } from './open-sso-test.ts';
import type { SsoTestOutcome } from './sso-test.ts';

/** What a verified answer said: who came, and the names of all that came. */
export interface SsoTestAnswer {
  profile: SsoProfile;
  attributes: readonly string[];
}

const shownMax = 100;
const shownCharactersMax = 255;

/** Which check a refusal stands for that names none. */
const checks: Readonly<Record<SsoRefusalReason, SsoCheck>> = {
  unknown_connection: 'request',
  expired: 'request',
  denied: 'denied',
  invalid_answer: 'document',
  unavailable: 'provider',
  no_email: 'email',
  domain_not_verified: 'domain',
  not_invited: 'invitation',
  suspended: 'membership',
  no_role: 'role',
  organization_suspended: 'membership',
};

/**
 * Writes down what came of a test: once, whatever comes later.
 *
 * @param read Verifies the answer as a sign-in does.
 * @returns where to send the browser; `undefined` for a test that a program began, which has no page.
 */
export async function finishSsoTest(
  ctx: SignInContext,
  test: OpenSsoTest,
  read: () => Promise<SsoTestAnswer>,
): Promise<string | undefined> {
  const outcome = await judge(ctx, test, read);
  await inTenant(
    { database: ctx.database, orgId: test.orgId },
    async ({ sql }) =>
      await sql`
        update sso_tests set outcome = ${JSON.stringify(outcome)}
        where org_id = ${test.orgId} and id = ${test.id} and outcome is null`,
  );
  if (test.sessionId === null) return undefined;
  return `${toDashboardUrl(ctx.publicUrl)}/settings/sign-in/${test.connection.id}?test=${toId('ssoTest', test.id)}`;
}

async function judge(
  ctx: SignInContext,
  { connection }: OpenSsoTest,
  read: () => Promise<SsoTestAnswer>,
): Promise<SsoTestOutcome> {
  let came: SsoTestOutcome = {};
  try {
    const { profile, attributes } = await read();
    const { subject, email, name, groups } = profile;
    came = {
      person: { subject: cut(subject), email, name, groups: show(groups) },
      attributes: show(attributes),
    };
    const { joins, grants } = await previewAdmission(ctx, connection, profile);
    return { ...came, joins, roles: toGrantRecords(grants) };
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error;
    return { ...came, failed_check: error.check ?? checks[error.reason] };
  }
}

function cut(text: string): string {
  return text.slice(0, shownCharactersMax).toWellFormed();
}

function show(texts: readonly string[]): string[] {
  return texts.slice(0, shownMax).map(cut);
}
