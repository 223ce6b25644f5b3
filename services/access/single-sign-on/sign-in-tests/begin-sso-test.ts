import { toLookup } from '../../../shared/schemas.ts';
import { startOidc } from '../oidc/sign-in-by-oidc.ts';
import { startSaml } from '../saml/sign-in-by-saml.ts';
import type { SsoContext } from '../sso-context.ts';
import { SsoRefusal } from '../sso-refusal.ts';
import { finishSsoTest } from './finish-sso-test.ts';
import { openSsoTest, requireTester } from './open-sso-test.ts';

/**
 * Sends the browser of a test to the provider.
 *
 * @param input.session The token of the browser's session, if it has one.
 * @returns as `beginOidc`; a test that ends here, since the provider cannot be read, carries nothing.
 * @throws {SsoRefusal} `expired`, also in another session.
 */
export async function beginSsoTest({
  ctx,
  input,
}: {
  ctx: SsoContext;
  input: { id: string; session: string | undefined };
}): Promise<{ location: string | undefined; attempt?: string }> {
  const test = await openSsoTest(ctx, toLookup('ssoTest', input.id));
  await requireTester(ctx, test, input.session);
  const start = test.connection.row.kind === 'oidc' ? startOidc : startSaml;
  try {
    return await start(ctx, test.connection, { testId: test.id });
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error;
    return { location: await finishSsoTest(ctx, test, () => Promise.reject(error)) };
  }
}
