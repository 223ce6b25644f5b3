import { getOrganization } from '../../services/organization/get-organization.ts';
import { organizationPatch, organizationRecord } from '../../services/organization/organization.ts';
import { ssoScopes } from '../../services/access/sso-connections/sso-scopes.ts';
import { getSignInPolicy } from '../../services/organization/get-sign-in-policy.ts';
import { signInPolicyPatch, signInPolicyRecord } from '../../services/organization/sign-in-policy.ts';
import { updateSignInPolicy } from '../../services/organization/update-sign-in-policy.ts';
import { updateOrganization } from '../../services/organization/update-organization.ts';
import { anyMembers } from '../requests/any-members.ts';
import { defineRoute } from '../route.ts';

const tag = 'Organization';

export const organizationRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/organization',
      operationId: 'getOrganization',
      tag,
      summary: 'Get the organization',
      description: 'That of the caller.',
      scope: 'any',
      status: 200,
      data: organizationRecord,
      versioned: true,
    },
    ({ ctx }) => getOrganization({ ctx }),
  ),
  defineRoute(
    {
      method: 'patch',
      path: '/organization',
      operationId: 'updateOrganization',
      tag,
      summary: 'Change the name or logo of the organization',
      description: 'A JSON Merge Patch (RFC 7396), sent as application/json.',
      scope: 'accounts:write',
      reach: 'organization',
      body: { shape: anyMembers, documented: organizationPatch },
      status: 200,
      data: organizationRecord,
      versioned: true,
    },
    ({ ctx, body }) => updateOrganization({ ctx, input: { mode: 'merge', change: body } }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/organization/sign-in-policy',
      operationId: 'getSignInPolicy',
      tag,
      summary: 'Get how people sign in',
      description: 'Whether the organization asks its members for a second factor, and how long their sessions last.',
      scope: ssoScopes.read,
      reach: 'organization',
      status: 200,
      data: signInPolicyRecord,
      versioned: true,
    },
    ({ ctx }) => getSignInPolicy({ ctx }),
  ),
  defineRoute(
    {
      method: 'patch',
      path: '/organization/sign-in-policy',
      operationId: 'updateSignInPolicy',
      tag,
      summary: 'Change how people sign in',
      description:
        'A JSON Merge Patch (RFC 7396), sent as application/json. It takes effect within a second, also for sessions that have begun. ' +
        'Refused as `invalid_state` to a person without a second factor who would ask everybody for one.',
      scope: ssoScopes.write,
      reach: 'organization',
      sensitive: true,
      body: { shape: anyMembers, documented: signInPolicyPatch },
      status: 200,
      data: signInPolicyRecord,
      versioned: true,
      errors: ['invalid_state'],
    },
    ({ ctx, body }) => updateSignInPolicy({ ctx, input: { mode: 'merge', change: body } }),
  ),
];
