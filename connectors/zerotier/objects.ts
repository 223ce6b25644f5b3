import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** Lists come as a whole. @see https://docs.zerotier.com/api/central/v1/ */
const { listOf, pagesOf } = restApi({ docs: (page) => `https://docs.zerotier.com/api/central/v1/${page}` });

export const objects: Readonly<Record<string, HttpObject>> = {
  networks: listOf(
    { title: 'Networks', path: '/network', docs: 'get-network-list', schema: schemas.Network, find: true },
    {
      create: nonIdempotent('POST /network', { targetIdPath: 'id' }),
      update: idempotent('POST /network/{id}'),
      delete: idempotent('DELETE /network/{id}'),
    },
  ),
  network_members: listOf(
    {
      title: 'Network members',
      path: '/network/{parent.id}/member',
      docs: 'get-network-member-list',
      key: ['networkId', 'nodeId'],
      schema: schemas.Member,
      parents: { from: pagesOf({ path: '/network' }), key: 'id' },
    },
    {
      // A member may be set up before its node joins.
      upsert: idempotent('POST /network/{networkId}/member/{nodeId}'),
      update: idempotent('POST /network/{networkId}/member/{nodeId}'),
      delete: idempotent('DELETE /network/{networkId}/member/{nodeId}'),
    },
  ),
  organization_members: listOf({
    title: 'Organization members',
    path: '/org',
    docs: 'get-organization',
    recordsPath: 'members',
    key: 'userId',
    schema: schemas.OrganizationMember,
  }),
  invitations: listOf(
    {
      title: 'Organization invitations',
      path: '/org-invitation',
      docs: 'get-organization-invitation-list',
      schema: schemas.Invitation,
      find: true,
    },
    {
      // The list keeps invitations that were accepted or declined: one of the same address may be an earlier one.
      create: nonIdempotent('POST /org-invitation', { targetIdPath: 'id' }),
      delete: idempotent('DELETE /org-invitation/{id}'),
    },
  ),
};
