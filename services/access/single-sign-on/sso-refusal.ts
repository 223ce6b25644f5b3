import type { SsoCheck } from '../../../core/enums.ts';

/** Why somebody is not signed in by an identity provider. The sign-in page has a text for each. */
export const ssoRefusals = [
  'unknown_connection',
  'expired',
  'denied',
  'invalid_answer',
  'unavailable',
  'no_email',
  'domain_not_verified',
  'not_invited',
  'suspended',
  'no_role',
  'organization_suspended',
] as const;

export type SsoRefusalReason = (typeof ssoRefusals)[number];

/** Ends a sign-in by an identity provider. What it was is in the log of the hub, not on the page. */
export class SsoRefusal extends Error {
  readonly reason: SsoRefusalReason;
  /** What exactly failed, for who tests the connection. Default: what the reason says. */
  readonly check: SsoCheck | undefined;

  constructor(reason: SsoRefusalReason, { check, ...options }: ErrorOptions & { check?: SsoCheck } = {}) {
    super(`Single sign-on was refused: ${reason}.`, options);
    this.reason = reason;
    this.check = check;
  }
}
