import { finds } from '../kit/http/complete-operations.ts';
import type { HttpFind } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import { type Find, findOrCreate, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const account = '/{config.account_id}';

/** Pages are counted. @see https://developer.dnsimple.com/v2/#pagination */
const paged = {
  kind: 'page',
  parameter: 'page',
  totalPagesPath: 'pagination.total_pages',
  sizeParameter: 'per_page',
  pageSize: 100,
} as const;

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://developer.dnsimple.com/v2/${page}/`,
  records: { recordsPath: 'data' },
  paginate: paged,
});

/** In the order of creation, so that what is created during a read comes last. */
const ordered = { sort: 'id:asc' };

/** A record stands in `data`. */
function findAt(path: string): HttpFind {
  const format = { kind: 'json', recordsPath: 'data' } as const;
  return finds({ request: { method: 'GET', path: `${path}/{value}` }, format, notFoundIsAbsent: true });
}

/** A record is looked up in the pages of its list, or as `find` says. */
const findIn = (path: string, find: Partial<Find> = {}): Find => ({
  path,
  paginate: paged,
  recordsPath: 'data',
  idPath: 'id',
  searchLagMs: 'undocumented',
  ...find,
});

/** Records that can be created and deleted, but not changed. */
function unchanging(path: string, find?: Partial<Find>): HttpObject['operations'] {
  return {
    create: findOrCreate(`POST ${path}`, { find: findIn(path, find), targetIdPath: 'data.id' }),
    delete: idempotent(`DELETE ${path}/{id}`),
  };
}

/** A list that is read once for each domain, whose name each record gets. */
function ofDomains(list: ListedObject, operations?: HttpObject['operations'], key = 'id'): HttpObject {
  return listOf(
    {
      ...list,
      path: `${account}/domains/{parent.name}/${list.path}`,
      key: ['domain', key],
      parents: {
        from: pagesOf({ path: `${account}/domains`, query: ordered }),
        key: 'name',
        copy: { domain: 'name' },
      },
    },
    operations,
  );
}

export const objects: Readonly<Record<string, HttpObject>> = {
  domains: listOf(
    { title: 'Domains', path: `${account}/domains`, docs: 'domains', query: ordered, schema: schemas.Domain },
    {
      find: findAt(`${account}/domains`),
      ...unchanging(`${account}/domains`, {
        path: `${account}/domains/{name}`,
        ignoresCase: 'undocumented',
        paginate: undefined,
        adoptsConflict: true,
        notFoundIsAbsent: true,
      }),
    },
  ),
  zones: listOf({ title: 'Zones', path: `${account}/zones`, docs: 'zones', query: ordered, schema: schemas.Zone }),
  zone_records: listOf(
    {
      title: 'Records of zones',
      path: `${account}/zones/{parent.name}/records`,
      docs: 'zones/records',
      query: ordered,
      key: ['zone_id', 'id'],
      schema: schemas.ZoneRecord,
      parents: {
        from: pagesOf({ path: `${account}/zones`, query: ordered }),
        key: 'name',
        copy: { zone_id: 'name' },
      },
    },
    // The type of a record cannot be changed.
    {
      ...unchanging(`${account}/zones/{zone_id}/records`, { query: { name: '{name}', type: '{type}' } }),
      update: idempotent(`PATCH ${account}/zones/{zone_id}/records/{id}`),
    },
  ),
  contacts: listOf(
    { title: 'Contacts', path: `${account}/contacts`, docs: 'contacts', query: ordered, schema: schemas.Contact },
    {
      find: findAt(`${account}/contacts`),
      ...writesAt({ path: `${account}/contacts`, targetIdPath: 'data.id', find: findIn(`${account}/contacts`) }),
    },
  ),
  email_forwards: ofDomains(
    {
      title: 'E-mail forwards',
      path: 'email_forwards',
      docs: 'domains/email-forwards',
      query: ordered,
      schema: schemas.EmailForward,
    },
    {
      create: nonIdempotent(`POST ${account}/domains/{domain}/email_forwards`, { targetIdPath: 'data.id' }),
      delete: idempotent(`DELETE ${account}/domains/{domain}/email_forwards/{id}`),
    },
  ),
  certificates: ofDomains({
    title: 'Certificates',
    path: 'certificates',
    docs: 'certificates',
    query: ordered,
    schema: schemas.Certificate,
  }),
  delegation_signers: ofDomains(
    {
      title: 'Delegation signer records',
      path: 'ds_records',
      docs: 'domains/dnssec',
      query: ordered,
      schema: schemas.DelegationSigner,
    },
    unchanging(`${account}/domains/{domain}/ds_records`),
  ),
  domain_services: ofDomains(
    {
      title: 'Services of domains',
      path: 'services',
      docs: 'services/domains',
      schema: schemas.DomainService,
    },
    {
      upsert: idempotent(`POST ${account}/domains/{domain}/services/{sid}`),
      delete: idempotent(`DELETE ${account}/domains/{domain}/services/{sid}`, { effect: 'reversible' }),
    },
    'sid',
  ),
  templates: listOf(
    { title: 'Templates', path: `${account}/templates`, docs: 'templates', query: ordered, schema: schemas.Template },
    {
      find: findAt(`${account}/templates`),
      ...writesAt({ path: `${account}/templates`, targetIdPath: 'data.id', find: findIn(`${account}/templates`) }),
    },
  ),
  template_records: listOf(
    {
      title: 'Records of templates',
      path: `${account}/templates/{parent.id}/records`,
      docs: 'templates/records',
      query: ordered,
      key: ['template_id', 'id'],
      schema: schemas.TemplateRecord,
      parents: {
        from: pagesOf({ path: `${account}/templates`, query: ordered }),
        key: 'id',
      },
    },
    unchanging(`${account}/templates/{template_id}/records`),
  ),
  services: listOf({
    title: 'One-click services',
    path: '/services',
    docs: 'services',
    query: ordered,
    schema: schemas.Service,
  }),
  secondary_primaries: listOf(
    {
      title: 'Primary servers of secondary zones',
      path: `${account}/secondary_dns/primaries`,
      docs: 'secondary-dns',
      query: ordered,
      schema: schemas.Primary,
    },
    {
      find: findAt(`${account}/secondary_dns/primaries`),
      ...unchanging(`${account}/secondary_dns/primaries`),
    },
  ),
  registrant_changes: listOf({
    title: 'Changes of registrants',
    path: `${account}/registrar/registrant_changes`,
    docs: 'registrar/registrant-changes',
    query: ordered,
    schema: schemas.RegistrantChange,
  }),
  pushes: listOf({
    title: 'Pushes of domains',
    path: `${account}/pushes`,
    docs: 'domains/pushes',
    schema: schemas.Push,
  }),
  webhooks: listOf(
    {
      title: 'Webhooks',
      path: `${account}/webhooks`,
      docs: 'webhooks',
      query: ordered,
      paginate: { kind: 'none' },
      schema: schemas.Hook,
    },
    unchanging(`${account}/webhooks`, { paginate: { kind: 'none' } }),
  ),
  charges: listOf({
    title: 'Charges',
    path: `${account}/billing/charges`,
    docs: 'billing',
    key: 'reference',
    query: { sort: 'invoiced:asc' },
    schema: schemas.Charge,
  }),
};
