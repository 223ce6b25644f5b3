import { z } from 'zod';
import { createOperatedOrganization } from '../../services/operator/create-operated-organization.ts';
import { makeOwnerLink } from '../../services/operator/make-owner-link.ts';
import { makeMemberResetLink } from '../../services/operator/make-member-reset-link.ts';
import {
  newOperatedRecord,
  newOrganizationInput,
  operatedPatch,
  operatedRecord,
  ownerLinkRecord,
} from '../../services/operator/operated-organization.ts';
import {
  getOperatedOrganization,
  listOperatedInput,
  listOperatedOrganizations,
} from '../../services/operator/read-operated-organizations.ts';
import { updateOperatedOrganization } from '../../services/operator/update-operated-organization.ts';
import { operatorResetInput } from '../../services/reset-links/reset-by-operator.ts';
import { newResetLinkRecord } from '../../services/reset-links/reset-link.ts';
import { toList } from '../answers/to-list.ts';
import { anyMembers } from '../requests/any-members.ts';
import { defineOperatorRoute } from './operator-route.ts';

/** What the operator of a hub does with the organizations on it. */
export const operatorRoutes = [
  defineOperatorRoute(
    {
      method: 'get',
      path: '/operator/organizations',
      operationId: 'listOperatorOrganizations',
      summary: 'List the organizations of the hub',
      description: 'Newest first.',
      query: listOperatedInput,
      status: 200,
      data: z.array(operatedRecord),
      paginated: true,
    },
    { handle: async ({ ctx, query }) => toList(await listOperatedOrganizations({ ctx, input: query })) },
  ),
  defineOperatorRoute(
    {
      method: 'post',
      path: '/operator/organizations',
      operationId: 'createOperatorOrganization',
      summary: 'Create an organization',
      description:
        'With one account, and a link: the first person who opens it becomes the owner. With an `external_ref`, a repeated request makes no second one.',
      body: { shape: newOrganizationInput },
      status: 201,
      data: newOperatedRecord,
      located: true,
      versioned: true,
      errors: ['conflict'],
    },
    {
      handle: async ({ ctx, body, base }) => {
        const created = await createOperatedOrganization({ ctx, input: body });
        return { ...created, headers: { location: `${base}/operator/organizations/${created.data.id}` } };
      },
    },
  ),
  defineOperatorRoute(
    {
      method: 'get',
      path: '/operator/organizations/{id}',
      operationId: 'getOperatorOrganization',
      summary: 'Get an organization of the hub',
      status: 200,
      data: operatedRecord,
      versioned: true,
    },
    { handle: ({ ctx, id }) => getOperatedOrganization({ ctx, input: { id } }) },
  ),
  defineOperatorRoute(
    {
      method: 'patch',
      path: '/operator/organizations/{id}',
      operationId: 'updateOperatorOrganization',
      summary: 'Limit, suspend or resume an organization',
      description:
        'A JSON Merge Patch (RFC 7396), sent as application/json. Within a second of `"status": "suspended"`, its people and keys are answered `organization_suspended`, deliveries to its hooks 503 with `Retry-After`, and its runs and schedules rest. With `active` they go on.',
      body: { shape: anyMembers, documented: operatedPatch },
      status: 200,
      data: operatedRecord,
      versioned: true,
      errors: ['conflict'],
    },
    {
      handle: ({ ctx, id, body }) => updateOperatedOrganization({ ctx, input: { id, mode: 'merge', change: body } }),
    },
  ),
  defineOperatorRoute(
    {
      method: 'post',
      path: '/operator/organizations/{id}/owner-link',
      operationId: 'createOperatorOwnerLink',
      summary: 'Make a link for an owner',
      description: 'The first person who opens it within a week becomes an owner. Earlier links of the operator end.',
      status: 201,
      data: ownerLinkRecord,
    },
    { handle: async ({ ctx, id }) => ({ data: await makeOwnerLink({ ctx, input: { id } }) }) },
  ),
  defineOperatorRoute(
    {
      method: 'post',
      path: '/operator/organizations/{id}/reset-links',
      operationId: 'createOperatorResetLink',
      summary: 'Make a link for a new password of a member',
      description:
        'For an owner who is locked out, or a person whom no organization may reset because they belong to several. Works once, for ' +
        'at most a day; earlier links of the person end.',
      body: { shape: operatorResetInput },
      status: 201,
      data: newResetLinkRecord,
      errors: ['forbidden', 'invalid_state'],
    },
    {
      handle: async ({ ctx, id, body }) => ({ data: await makeMemberResetLink({ ctx, input: { ...body, id } }) }),
    },
  ),
];
