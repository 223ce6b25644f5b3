import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, pagesOf } = restApi({
  docs: (service) => `https://docs.api.stackit.cloud/documentation/${service}`,
  records: { recordsPath: 'items' },
});

const iaas = 'iaas/version/v2';
const inRegion = '/v2/projects/{config.project_id}/regions/{config.region}';

/** A list of the infrastructure, which comes as a whole. Names may be shared. */
function listed(title: string, name: string, schema: z.ZodType, operations?: HttpObject['operations']): HttpObject {
  return listOf({ title, path: `${inRegion}/${name}`, docs: iaas, schema, find: true }, operations);
}

const written = (name: string): HttpObject['operations'] =>
  writesAt({ path: `${inRegion}/${name}`, only: ['create', 'update', 'delete'] });

const rules = `${inRegion}/security-groups/{securityGroupId}/rules`;

const dns = { base: 'https://dns.api.stackit.cloud' } as const;
const zones = '/v1/projects/{config.project_id}/zones';

/** 10,000 at most. */
const numbered = {
  kind: 'page',
  parameter: 'page',
  sizeParameter: 'pageSize',
  pageSize: 1000,
  totalPagesPath: 'totalPages',
} as const;

/** Lists show deleted records. @see https://github.com/stackitcloud/stackit-cli/blob/f14e531/docs/stackit_dns_zone_list.md */
const present = { 'state[neq]': 'DELETE_SUCCEEDED' } as const;

const looked = { idPath: 'id', ignoresCase: 'undocumented', searchLagMs: 'undocumented' } as const;

const zonesRead = { path: zones, request: dns, recordsPath: 'zones', paginate: numbered } as const;

const ske = { base: 'https://ske.api.stackit.cloud' } as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  servers: listOf(
    {
      title: 'Servers',
      path: `${inRegion}/servers`,
      docs: iaas,
      query: { details: 'true' },
      schema: schemas.Server,
      find: true,
    },
    written('servers'),
  ),
  volumes: listed('Volumes', 'volumes', schemas.Volume, written('volumes')),
  snapshots: listed('Snapshots of volumes', 'snapshots', schemas.Snapshot, written('snapshots')),
  backups: listed('Backups of volumes', 'backups', schemas.Backup),
  networks: listed('Networks', 'networks', schemas.Network, written('networks')),
  network_interfaces: listed('Network interfaces', 'nics', schemas.NetworkInterface),
  public_ips: listed('Public IP addresses', 'public-ips', schemas.PublicIp, written('public-ips')),
  security_groups: listed('Security groups', 'security-groups', schemas.SecurityGroup, written('security-groups')),
  security_group_rules: listOf(
    {
      title: 'Rules of security groups',
      path: `${inRegion}/security-groups/{parent.id}/rules`,
      docs: iaas,
      schema: schemas.SecurityGroupRule,
      parents: {
        from: pagesOf({ path: `${inRegion}/security-groups` }),
        key: 'id',
        copy: { securityGroupId: 'id' },
      },
    },
    {
      create: nonIdempotent(`POST ${rules}`, { targetIdPath: 'id' }),
      delete: idempotent(`DELETE ${rules}/{id}`),
    },
  ),
  images: listed('Images', 'images', schemas.Image),
  keypairs: listOf(
    {
      title: 'SSH key pairs',
      path: '/v2/keypairs',
      docs: iaas,
      key: 'name',
      schema: schemas.Keypair,
      find: true,
    },
    {
      create: findOrCreate('POST /v2/keypairs', {
        find: { path: '/v2/keypairs/{name}', recordsPath: '$', idPath: 'name', ignoresCase: 'undocumented' },
        targetIdPath: 'name',
      }),
      delete: idempotent('DELETE /v2/keypairs/{name}'),
    },
  ),
  dns_zones: listOf(
    { title: 'DNS zones', docs: 'dns/version/v1', ...zonesRead, schema: schemas.DnsZone },
    {
      create: findOrCreate(
        { method: 'POST', path: zones, ...dns },
        {
          find: {
            path: zones,
            query: { 'dnsName[eq]': '{dnsName}', ...present },
            request: dns,
            recordsPath: 'zones',
            ...looked,
          },
          targetIdPath: 'zone.id',
        },
      ),
      update: idempotent({ method: 'PATCH', path: `${zones}/{id}`, ...dns }),
      delete: idempotent({ method: 'DELETE', path: `${zones}/{id}`, ...dns }),
    },
  ),
  dns_record_sets: listOf(
    {
      title: 'DNS record sets',
      path: `${zones}/{parent.id}/rrsets`,
      docs: 'dns/version/v1',
      request: dns,
      recordsPath: 'rrSets',
      paginate: numbered,
      schema: schemas.DnsRecordSet,
      parents: { from: pagesOf(zonesRead), key: 'id', copy: { zoneId: 'id' } },
    },
    {
      create: findOrCreate(
        { method: 'POST', path: `${zones}/{zoneId}/rrsets`, ...dns },
        {
          find: {
            path: `${zones}/{zoneId}/rrsets`,
            query: { 'name[eq]': '{name}', 'type[eq]': '{type}', ...present },
            request: dns,
            recordsPath: 'rrSets',
            ...looked,
          },
          targetIdPath: 'rrset.id',
        },
      ),
      update: idempotent({ method: 'PATCH', path: `${zones}/{zoneId}/rrsets/{id}`, ...dns }),
      delete: idempotent({ method: 'DELETE', path: `${zones}/{zoneId}/rrsets/{id}`, ...dns }),
    },
  ),
  kubernetes_clusters: listOf(
    {
      title: 'Kubernetes clusters',
      path: `${inRegion}/clusters`,
      docs: 'ske/version/v2',
      key: 'name',
      request: ske,
      schema: schemas.Cluster,
    },
    {
      upsert: idempotent({ method: 'PUT', path: `${inRegion}/clusters/{name}`, ...ske }),
      delete: idempotent({ method: 'DELETE', path: `${inRegion}/clusters/{name}`, ...ske }),
    },
  ),
};
