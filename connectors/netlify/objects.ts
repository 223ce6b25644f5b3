import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** 100 by default and at most; the `Link` header leads on. @see https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/#pagination */
const paginate = { kind: 'link_header', sizeParameter: 'per_page', pageSize: 100 } as const;

/** All lists of more than 100 have pages, also those that take no size of a page. */
const linked = { kind: 'link_header' } as const;

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://open-api.netlify.com/#tag/${page}`,
  paginate: linked,
});

const team = '/{config.account_slug}';
const sites = { path: `${team}/sites`, paginate } as const;

/** What is read for each site of the team. */
const ofSites = { from: pagesOf(sites), key: 'id', copy: { site_id: 'id' } } as const;
const ofZones = { from: pagesOf({ path: '/dns_zones', query: { account_slug: '{config.account_slug}' } }), key: 'id' };
const ofAccounts = { from: pagesOf({ path: '/accounts' }), key: 'id', copy: { account_id: 'id' } } as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  sites: listOf(
    { title: 'Sites', ...sites, docs: 'site', schema: schemas.Site, find: '/sites/{value}' },
    {
      create: findOrCreate(`POST ${sites.path}`, {
        // All whose names contain this one. Names are those of hosts, in any case.
        // @see https://github.com/netlify/cli/blob/main/src/commands/link/link.ts
        find: {
          path: sites.path,
          query: { name: '{name}' },
          recordsPath: '$',
          idPath: 'id',
          paginate,
          ignoresCase: true,
          searchLagMs: 'undocumented',
        },
        targetIdPath: 'id',
      }),
      update: idempotent('PATCH /sites/{id}'),
      delete: idempotent('DELETE /sites/{id}'),
    },
  ),
  deploys: listOf(
    {
      title: 'Deploys',
      path: '/sites/{parent.id}/deploys',
      docs: 'deploy',
      schema: schemas.Deploy,
      paginate,
      parents: ofSites,
      find: '/deploys/{value}',
    },
    { delete: idempotent('DELETE /deploys/{id}') },
  ),
  members: listOf(
    {
      title: 'Members of the team',
      path: `${team}/members`,
      docs: 'accountMembership',
      schema: schemas.Member,
      find: true,
    },
    {
      create: findOrCreate(`POST ${team}/members`, {
        // The whole list, as it is after a creation too.
        find: {
          path: `${team}/members`,
          recordsPath: '$',
          idPath: 'id',
          paginate: linked,
          ignoresCase: 'undocumented',
          searchLagMs: 'undocumented',
        },
      }),
      update: idempotent(`PUT ${team}/members/{id}`),
      delete: idempotent(`DELETE ${team}/members/{id}`),
    },
  ),
  accounts: listOf({ title: 'Teams of the user', path: '/accounts', docs: 'account', schema: schemas.Account }),
  audit_events: listOf({
    title: 'Audit events of teams',
    path: '/accounts/{parent.id}/audit',
    docs: 'auditLog',
    schema: schemas.AuditEvent,
    paginate,
    parents: ofAccounts,
  }),
  environment_variables: listOf(
    {
      title: 'Environment variables of teams',
      path: '/accounts/{parent.id}/env',
      docs: 'environmentVariables',
      key: ['account_id', 'key'],
      schema: schemas.EnvironmentVariable,
      parents: ofAccounts,
    },
    { delete: idempotent('DELETE /accounts/{account_id}/env/{key}') },
  ),
  dns_zones: listOf(
    {
      title: 'DNS zones',
      path: '/dns_zones',
      docs: 'dnsZone',
      query: { account_slug: '{config.account_slug}' },
      schema: schemas.DnsZone,
      find: true,
    },
    {
      create: findOrCreate('POST /dns_zones', {
        find: {
          path: '/dns_zones',
          query: { account_slug: '{config.account_slug}' },
          recordsPath: '$',
          idPath: 'id',
          paginate: linked,
          ignoresCase: true,
          searchLagMs: 'undocumented',
        },
        targetIdPath: 'id',
      }),
      delete: idempotent('DELETE /dns_zones/{id}'),
    },
  ),
  dns_records: listOf(
    {
      title: 'DNS records',
      path: '/dns_zones/{parent.id}/dns_records',
      docs: 'dnsZone',
      schema: schemas.DnsRecord,
      parents: ofZones,
    },
    {
      create: nonIdempotent('POST /dns_zones/{dns_zone_id}/dns_records', { targetIdPath: 'id' }),
      delete: idempotent('DELETE /dns_zones/{dns_zone_id}/dns_records/{id}'),
    },
  ),
  forms: listOf(
    { title: 'Forms', path: '/sites/{parent.id}/forms', docs: 'form', schema: schemas.Form, parents: ofSites },
    { delete: idempotent('DELETE /sites/{site_id}/forms/{id}') },
  ),
  submissions: listOf(
    {
      title: 'Form submissions',
      path: '/sites/{parent.id}/submissions',
      docs: 'submission',
      schema: schemas.Submission,
      paginate,
      parents: ofSites,
    },
    { delete: idempotent('DELETE /submissions/{id}') },
  ),
  hooks: listOf(
    {
      title: 'Notification hooks',
      path: '/hooks',
      docs: 'hook',
      query: { site_id: '{parent.id}' },
      schema: schemas.Hook,
      parents: ofSites,
      find: '/hooks/{value}',
    },
    {
      create: nonIdempotent(
        { method: 'POST', path: '/hooks', query: { site_id: '{site_id}' } },
        { targetIdPath: 'id' },
      ),
      update: idempotent('PUT /hooks/{id}'),
      delete: idempotent('DELETE /hooks/{id}'),
    },
  ),
};
