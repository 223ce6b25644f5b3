import type { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import { toPlainText } from '../kit/type-guards.ts';
import * as schemas from './schema.ts';

/** By position, until a page without records. @see https://github.com/infobloxopen/bloxone-go-client (_offset, _limit) */
const paginate = { kind: 'offset', parameter: '_offset', sizeParameter: '_limit', pageSize: 1000 } as const;

const { listOf } = restApi({
  docs: () => 'https://github.com/infobloxopen/bloxone-go-client',
  records: { recordsPath: 'results', optional: true },
  paginate,
});

/** An id is `TYPE/UUID`, of which addresses take what follows the type. */
function withUuid(record: JsonObject): JsonObject {
  const id = toPlainText(record['id']);
  return { ...record, uuid: id.slice(id.lastIndexOf('/') + 1) };
}

interface Kind {
  title: string;
  path: string;
  schema: z.ZodType;
  isReadOnly?: boolean;
}

/** No member but the id is told to be unique, so that a creation is never sent again by itself. */
function objectsAt({ title, path, schema, isReadOnly = false }: Kind): HttpObject {
  const written: HttpObject['operations'] = {
    create: nonIdempotent(`POST ${path}`, { targetIdPath: 'result.id' }),
    update: idempotent(`PATCH ${path}/{uuid}`),
    delete: idempotent(`DELETE ${path}/{uuid}`),
  };
  return listOf({ title, path, schema, shape: withUuid }, isReadOnly ? {} : written);
}

const ipam = (name: string): string => `/ddi/v1/ipam/${name}`;
const dhcp = (name: string): string => `/ddi/v1/dhcp/${name}`;
const dns = (name: string): string => `/ddi/v1/dns/${name}`;

export const objects: Readonly<Record<string, HttpObject>> = {
  ip_spaces: objectsAt({ title: 'IP spaces', path: ipam('ip_space'), schema: schemas.IpSpace }),
  address_blocks: objectsAt({ title: 'Address blocks', path: ipam('address_block'), schema: schemas.Subnet }),
  subnets: objectsAt({ title: 'Subnets', path: ipam('subnet'), schema: schemas.Subnet }),
  ranges: objectsAt({ title: 'Ranges', path: ipam('range'), schema: schemas.Range }),
  addresses: objectsAt({ title: 'IP addresses', path: ipam('address'), schema: schemas.Address }),
  ipam_hosts: objectsAt({ title: 'IPAM hosts', path: ipam('host'), schema: schemas.IpamHost }),
  fixed_addresses: objectsAt({
    title: 'Fixed addresses',
    path: dhcp('fixed_address'),
    schema: schemas.FixedAddress,
  }),
  dhcp_hosts: objectsAt({ title: 'DHCP hosts', path: dhcp('host'), schema: schemas.DhcpHost, isReadOnly: true }),
  dns_views: objectsAt({ title: 'DNS views', path: dns('view'), schema: schemas.View }),
  auth_zones: objectsAt({ title: 'Authoritative zones', path: dns('auth_zone'), schema: schemas.Zone }),
  forward_zones: objectsAt({ title: 'Forward zones', path: dns('forward_zone'), schema: schemas.Zone }),
  infra_hosts: objectsAt({
    title: 'Infrastructure hosts',
    path: '/infra/v1/hosts',
    schema: schemas.InfraHost,
    isReadOnly: true,
  }),
  infra_services: objectsAt({
    title: 'Infrastructure services',
    path: '/infra/v1/services',
    schema: schemas.InfraService,
    isReadOnly: true,
  }),
};
