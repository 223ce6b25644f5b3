import type { FieldError } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import { messages } from '../../../core/messages.ts';

/**
 * True for an audience that ends with the id of its organization: `org_…`, `https://hub.example/org_…`.
 *
 * A token names no organization, and anybody may register any issuer: that of GitHub Actions, or of a company next door.
 * By its audience each organization has one of its own, which no other can register and no token of another is for.
 */
export function namesOrganization({ orgId, audience }: { orgId: string; audience: string }): boolean {
  return audience.endsWith(toId('organization', orgId));
}

/** @returns what is wrong with an audience, if anything is. */
export function checkAudience(orgId: string, audience: string): FieldError | undefined {
  if (namesOrganization({ orgId, audience })) return undefined;
  const id = toId('organization', orgId);
  return {
    path: 'audience',
    code: 'organization_missing',
    message: messages.audienceInvalid({ id }),
  };
}
