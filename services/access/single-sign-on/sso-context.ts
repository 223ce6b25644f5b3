import type { SignInContext } from '../sign-in/sign-in-deps.ts';
import type { OidcProviders } from './oidc/oidc-providers.ts';

/** What signing in by an identity provider needs. */
export interface SsoContext extends SignInContext {
  oidc: OidcProviders;
}
