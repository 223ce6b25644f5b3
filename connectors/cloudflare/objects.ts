import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** Numbered pages. @see https://developers.cloudflare.com/fundamentals/api/how-to/make-api-calls/ */
const paged = (pageSize: number) => ({ kind: 'page', parameter: 'page', sizeParameter: 'per_page', pageSize }) as const;

/** 50 zones in a page at most. */
const ofZones = paged(50);

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://developers.cloudflare.com/api/resources/${page}`,
  records: { recordsPath: 'result' },
  paged,
});

const account = '/accounts/{config.account_id}';
const inAccount = { 'account.id': '{config.account_id}' };
/** Answers to writes hold the record as `result`. */
const written = { targetIdPath: 'result.id' };

export const objects: Readonly<Record<string, HttpObject>> = {
  zones: listOf(
    {
      title: 'Zones',
      path: '/zones',
      docs: 'zones/',
      schema: schemas.Zone,
      query: inAccount,
      pageSize: 50,
    },
    {
      // A creation takes a name, and a change everything but a name.
      create: findOrCreate('POST /zones', {
        find: {
          path: '/zones',
          query: { ...inAccount, name: '{name}' },
          recordsPath: 'result',
          idPath: 'id',
          ignoresCase: true,
          searchLagMs: 'undocumented',
        },
        ...written,
      }),
      ...writesAt({ path: '/zones', only: ['update', 'delete'] }),
    },
  ),
  dns_records: listOf(
    {
      title: 'DNS records',
      path: '/zones/{parent.id}/dns_records',
      docs: 'dns/subresources/records/',
      key: ['zone_id', 'id'],
      schema: schemas.DnsRecord,
      pageSize: 1000,
      parents: {
        from: pagesOf({ path: '/zones', query: inAccount, paginate: ofZones }),
        key: 'id',
        copy: { zone_id: 'id', zone_name: 'name' },
      },
    },
    writesAt({
      path: '/zones/{zone_id}/dns_records',
      ...written,
      schema: schemas.NewDnsRecord,
      find: {
        path: '/zones/{zone_id}/dns_records',
        query: { name: '{name}' },
        recordsPath: 'result',
        idPath: 'id',
        ignoresCase: true,
        searchLagMs: 'undocumented',
        paginate: paged(1000),
      },
    }),
  ),
  account_members: listOf(
    {
      title: 'Account members',
      path: `${account}/members`,
      docs: 'accounts/subresources/members/',
      schema: schemas.Member,
      pageSize: 50,
    },
    {
      create: nonIdempotent(`POST ${account}/members`, written),
      update: idempotent(`PUT ${account}/members/{id}`),
      delete: idempotent(`DELETE ${account}/members/{id}`),
    },
  ),
  account_roles: listOf({
    title: 'Account roles',
    path: `${account}/roles`,
    docs: 'accounts/subresources/roles/',
    schema: schemas.Role,
    pageSize: 50,
  }),
  lists: listOf(
    { title: 'Lists', path: `${account}/rules/lists`, docs: 'rules/subresources/lists/', schema: schemas.List },
    {
      create: findOrCreate(`POST ${account}/rules/lists`, {
        find: {
          path: `${account}/rules/lists`,
          recordsPath: 'result',
          idPath: 'id',
          paginate: { kind: 'none' },
          ignoresCase: 'undocumented',
          searchLagMs: 'undocumented',
        },
        ...written,
      }),
      ...writesAt({ path: `${account}/rules/lists`, method: 'PUT', only: ['update', 'delete'] }),
    },
  ),
  ip_access_rules: listOf(
    {
      title: 'IP access rules',
      path: `${account}/firewall/access_rules/rules`,
      docs: 'firewall/subresources/access_rules/',
      schema: schemas.AccessRule,
      pageSize: 50,
    },
    {
      create: nonIdempotent(`POST ${account}/firewall/access_rules/rules`, written),
      delete: idempotent(`DELETE ${account}/firewall/access_rules/rules/{id}`),
    },
  ),
  tunnels: listOf(
    {
      title: 'Cloudflare Tunnels',
      path: `${account}/cfd_tunnel`,
      docs: 'zero_trust/subresources/tunnels/subresources/cloudflared/',
      schema: schemas.Tunnel,
      query: { is_deleted: 'false' },
      pageSize: 100,
    },
    writesAt({
      path: `${account}/cfd_tunnel`,
      ...written,
      find: {
        path: `${account}/cfd_tunnel`,
        query: { name: '{name}', is_deleted: 'false' },
        recordsPath: 'result',
        idPath: 'id',
        ignoresCase: 'undocumented',
        searchLagMs: 'undocumented',
      },
      updateBy: 'address',
      only: ['create', 'update', 'delete'],
    }),
  ),
  access_users: listOf({
    title: 'Zero Trust users',
    path: `${account}/access/users`,
    docs: 'zero_trust/subresources/access/subresources/users/',
    schema: schemas.AccessUser,
    pageSize: 100,
  }),
  access_groups: listOf(
    {
      title: 'Access groups',
      path: `${account}/access/groups`,
      docs: 'zero_trust/subresources/access/subresources/groups/',
      schema: schemas.AccessGroup,
      pageSize: 100,
    },
    writesAt({
      path: `${account}/access/groups`,
      ...written,
      method: 'PUT',
      only: ['create', 'update', 'delete'],
    }),
  ),
  audit_logs: listOf({
    title: 'Audit logs',
    path: `${account}/audit_logs`,
    docs: 'audit_logs/',
    schema: schemas.AuditLog,
    query: { direction: 'asc' },
    pageSize: 1000,
    incremental: { kind: 'server_filter', parameter: 'since', format: 'iso_s', orderedBy: 'when' },
  }),
};
