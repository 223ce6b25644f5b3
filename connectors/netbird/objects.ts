import type { z } from 'zod';
import { isJsonObject, type Json } from '../../core/json.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import {
  type Collection,
  findOrCreate,
  idempotent,
  keeping,
  type Kept,
  type WriteDetails,
  writesAt,
} from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** Lists come as a whole. */
const { listOf, pagesOf } = restApi({ docs: (page) => `https://docs.netbird.io/api/resources/${page}` });

/** Records are found in the whole list: of groups alone it has a filter, which answers an unknown name with 404. */
function managed(path: string, more: Partial<Collection> = {}): HttpObject['operations'] {
  return writesAt({ path, method: 'PUT', find: { path, paginate: { kind: 'none' } }, ...more });
}

/** Of records whose creation and change take different members. */
function changedApart(path: string, details: WriteDetails = {}, ignoresCase = false): HttpObject['operations'] {
  const find = { path, paginate: { kind: 'none' }, ignoresCase } as const;
  return {
    create: findOrCreate(`POST ${path}`, { find, targetIdPath: 'id' }),
    update: idempotent(`PUT ${path}/{id}`, details),
    delete: idempotent(`DELETE ${path}/{id}`),
  };
}

interface Naming {
  title: string;
  path: string;
  docs: string;
  schema: z.ZodType;
}

/** A change replaces the record, of which it keeps these members. @see https://docs.netbird.io/api/resources/groups */
function collection(naming: Naming, keeps: Kept): HttpObject {
  return listOf({ ...naming, find: true }, managed(naming.path, { keeps }));
}

/** What is read as records is written as their ids. */
function toIds(records: Json | undefined): Json {
  if (!Array.isArray(records)) return null;
  return records.map((record) => (isJsonObject(record) ? (record['id'] ?? null) : record));
}

function toWrittenRule(rule: Json): Json {
  if (!isJsonObject(rule)) return rule;
  const { sources, destinations, ...rest } = rule;
  return {
    ...rest,
    ...(sources === undefined ? {} : { sources: toIds(sources) }),
    ...(destinations === undefined ? {} : { destinations: toIds(destinations) }),
  };
}

/** Records below others, whose id each of them gets as `field`. */
function within(parent: string, field: string, { path, ...naming }: Naming, keeps: Kept): HttpObject {
  return listOf(
    {
      ...naming,
      path: `${parent}/{parent.id}/${path}`,
      key: [field, 'id'],
      parents: { from: pagesOf({ path: parent }), key: 'id', copy: { [field]: 'id' } },
    },
    managed(`${parent}/{${field}}/${path}`, { keeps }),
  );
}

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    { title: 'Users', path: '/api/users', docs: 'users', schema: schemas.User },
    // E-mail addresses.
    changedApart('/api/users', {}, true),
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
    // What a change does not give is switched off.
    // @see https://github.com/netbirdio/netbird/blob/main/management/server/http/handlers/peers/peers_handler.go
    managed('/api/peers', {
      updateBy: 'address',
      only: ['update', 'delete'],
      keeps: ['name', 'ssh_enabled', 'login_expiration_enabled', 'inactivity_expiration_enabled'],
    }),
  ),
  groups: collection(
    { title: 'Groups', path: '/api/groups', docs: 'groups', schema: schemas.Group },
    {
      keepsRest: ['name', 'peers', 'resources'],
      shape: ({ peers, ...group }) => ({ ...group, peers: toIds(peers) }),
    },
  ),
  setup_keys: listOf(
    { title: 'Setup keys', path: '/api/setup-keys', docs: 'setup-keys', schema: schemas.SetupKey, find: true },
    changedApart('/api/setup-keys', keeping('/api/setup-keys/{id}', ['revoked', 'auto_groups'])),
  ),
  policies: collection(
    { title: 'Policies', path: '/api/policies', docs: 'policies', schema: schemas.Policy },
    {
      keepsRest: ['name', 'description', 'enabled', 'source_posture_checks', 'rules'],
      shape: ({ rules, ...policy }) => ({
        ...policy,
        rules: Array.isArray(rules) ? rules.map((rule) => toWrittenRule(rule)) : null,
      }),
    },
  ),
  posture_checks: collection(
    { title: 'Posture checks', path: '/api/posture-checks', docs: 'posture-checks', schema: schemas.PostureCheck },
    ['name', 'description', 'checks'],
  ),
  networks: collection({ title: 'Networks', path: '/api/networks', docs: 'networks', schema: schemas.Network }, [
    'name',
    'description',
  ]),
  network_resources: within(
    '/api/networks',
    'network_id',
    {
      title: 'Resources of networks',
      path: 'resources',
      docs: 'networks',
      schema: schemas.Resource,
    },
    {
      keepsRest: ['name', 'description', 'address', 'enabled', 'groups'],
      shape: ({ groups, ...resource }) => ({ ...resource, groups: toIds(groups) }),
    },
  ),
  network_routers: within(
    '/api/networks',
    'network_id',
    {
      title: 'Routers of networks',
      path: 'routers',
      docs: 'networks',
      schema: schemas.Router,
    },
    ['peer', 'peer_groups', 'metric', 'masquerade', 'enabled'],
  ),
  routes: collection({ title: 'Routes', path: '/api/routes', docs: 'routes', schema: schemas.Route }, [
    'description',
    'network_id',
    'enabled',
    'peer',
    'peer_groups',
    'network',
    'domains',
    'metric',
    'masquerade',
    'groups',
    'keep_route',
    'access_control_groups',
    'skip_auto_apply',
  ]),
  nameserver_groups: collection(
    { title: 'Nameserver groups', path: '/api/dns/nameservers', docs: 'dns', schema: schemas.NameserverGroup },
    ['name', 'description', 'nameservers', 'enabled', 'groups', 'primary', 'domains', 'search_domains_enabled'],
  ),
  dns_zones: collection({ title: 'DNS zones', path: '/api/dns/zones', docs: 'dns-zones', schema: schemas.Zone }, [
    'name',
    'domain',
    'enabled',
    'enable_search_domain',
    'distribution_groups',
  ]),
  dns_records: within(
    '/api/dns/zones',
    'zone_id',
    {
      title: 'DNS records',
      path: 'records',
      docs: 'dns-zones',
      schema: schemas.ZoneRecord,
    },
    ['name', 'type', 'content', 'ttl'],
  ),
  identity_providers: listOf(
    {
      title: 'Identity providers',
      path: '/api/identity-providers',
      docs: 'identity-providers',
      schema: schemas.IdentityProvider,
      find: true,
    },
    managed('/api/identity-providers'),
  ),
  audit_events: listOf({
    title: 'Audit events, the last 10,000',
    path: '/api/events/audit',
    docs: 'events',
    schema: schemas.AuditEvent,
  }),
};
