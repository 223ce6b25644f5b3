import { getOrganization } from '../../services/organization/get-organization.ts';
import { organizationPatch, organizationRecord } from '../../services/organization/organization.ts';
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
];
