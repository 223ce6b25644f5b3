import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { type Collection, findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** Lists come as a whole. */
const { listOf, pagesOf } = restApi({ docs: (page) => `https://docs.netbird.io/api/resources/${page}` });

/** Records are found in the whole list: of groups alone it has a filter, which answers an unknown name with 404. */
function managed(path: string, more: Partial<Collection> = {}): HttpObject['operations'] {
  return writesAt({ path, method: 'PUT', find: { path, paginate: { kind: 'none' } }, ...more });
}

/** Of records whose creation and change take different members. */
function changedApart(path: string, ignoresCase = false): HttpObject['operations'] {
  const find = { path, paginate: { kind: 'none' }, ignoresCase } as const;
  return {
    create: findOrCreate(`POST ${path}`, { find, targetIdPath: 'id' }),
    update: idempotent(`PUT ${path}/{id}`),
    delete: idempotent(`DELETE ${path}/{id}`),
  };
}

interface Naming {
  title: string;
  path: string;
  docs: string;
  schema: z.ZodType;
}

function collection(naming: Naming): HttpObject {
  return listOf({ ...naming, find: true }, managed(naming.path));
}

/** Records below others, whose id each of them gets as `field`. */
function within(parent: string, field: string, { path, ...naming }: Naming): HttpObject {
  return listOf(
    {
      ...naming,
      path: `${parent}/{parent.id}/${path}`,
      key: [field, 'id'],
      parents: { from: pagesOf({ path: parent }), key: 'id', copy: { [field]: 'id' } },
    },
    managed(`${parent}/{${field}}/${path}`),
  );
}

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    { title: 'Users', path: '/api/users', docs: 'users', schema: schemas.User },
    // E-mail addresses.
    changedApart('/api/users', true),
  ),
  user_invites: listOf(
    { title: 'Invitations of users', path: '/api/users/invites', docs: 'users', schema: schemas.Invite },
    {
      create: findOrCreate('POST /api/users/invites', {
        find: { path: '/api/users/invites', paginate: { kind: 'none' }, ignoresCase: true },
        targetIdPath: 'id',
      }),
      delete: idempotent('DELETE /api/users/invites/{id}'),
    },
  ),
  peers: listOf(
    { title: 'Peers', path: '/api/peers', docs: 'peers', schema: schemas.Peer, find: true },
    managed('/api/peers', { updateBy: 'address', only: ['update', 'delete'] }),
  ),
  groups: collection({ title: 'Groups', path: '/api/groups', docs: 'groups', schema: schemas.Group }),
  setup_keys: listOf(
    { title: 'Setup keys', path: '/api/setup-keys', docs: 'setup-keys', schema: schemas.SetupKey, find: true },
    changedApart('/api/setup-keys'),
  ),
  policies: collection({ title: 'Policies', path: '/api/policies', docs: 'policies', schema: schemas.Policy }),
  posture_checks: collection({
    title: 'Posture checks',
    path: '/api/posture-checks',
    docs: 'posture-checks',
    schema: schemas.PostureCheck,
  }),
  networks: collection({ title: 'Networks', path: '/api/networks', docs: 'networks', schema: schemas.Network }),
  network_resources: within('/api/networks', 'network_id', {
    title: 'Resources of networks',
    path: 'resources',
    docs: 'networks',
    schema: schemas.Resource,
  }),
  network_routers: within('/api/networks', 'network_id', {
    title: 'Routers of networks',
    path: 'routers',
    docs: 'networks',
    schema: schemas.Router,
  }),
  routes: collection({ title: 'Routes', path: '/api/routes', docs: 'routes', schema: schemas.Route }),
  nameserver_groups: collection({
    title: 'Nameserver groups',
    path: '/api/dns/nameservers',
    docs: 'dns',
    schema: schemas.NameserverGroup,
  }),
  dns_zones: collection({ title: 'DNS zones', path: '/api/dns/zones', docs: 'dns-zones', schema: schemas.Zone }),
  dns_records: within('/api/dns/zones', 'zone_id', {
    title: 'DNS records',
    path: 'records',
    docs: 'dns-zones',
    schema: schemas.ZoneRecord,
  }),
  identity_providers: collection({
    title: 'Identity providers',
    path: '/api/identity-providers',
    docs: 'identity-providers',
    schema: schemas.IdentityProvider,
  }),
  audit_events: listOf({
    title: 'Audit events, the last 10,000',
    path: '/api/events/audit',
    docs: 'events',
    schema: schemas.AuditEvent,
  }),
};
