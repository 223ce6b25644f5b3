import { z } from 'zod';

/** Fields of NetBox's records that integrations use most; records have more. @see https://netboxlabs.com/docs/netbox/en/stable/models/ */

const id = z.int().meta({ title: 'Id' });
const created = z.iso.datetime({ offset: true }).nullish().meta({ title: 'Created at' });
const updated = z.iso.datetime({ offset: true }).nullish().meta({ title: 'Updated at' });
const named = z.looseObject({ id: z.int(), display: z.string().optional() });
const choice = z.looseObject({ value: z.string().optional(), label: z.string().optional() });
const customFields = z.record(z.string(), z.unknown()).optional().meta({ title: 'Custom fields' });

export const Device = z.looseObject({
  id,
  name: z.string().nullish().meta({ title: 'Name' }),
  device_type: named.meta({ title: 'Device type' }),
  role: named.meta({ title: 'Role' }),
  site: named.meta({ title: 'Site' }),
  serial: z.string().optional().meta({ title: 'Serial number' }),
  asset_tag: z.string().nullish().meta({ title: 'Asset tag' }),
  status: choice.optional().meta({ title: 'Status' }),
  primary_ip: named.nullish().meta({ title: 'Primary IP address' }),
  custom_fields: customFields,
  created,
  last_updated: updated,
});

export const Site = z.looseObject({
  id,
  name: z.string().meta({ title: 'Name' }),
  slug: z.string().meta({ title: 'Slug' }),
  status: choice.optional().meta({ title: 'Status' }),
  facility: z.string().optional().meta({ title: 'Facility' }),
  physical_address: z.string().optional().meta({ title: 'Physical address' }),
  custom_fields: customFields,
  created,
  last_updated: updated,
});

export const IpAddress = z.looseObject({
  id,
  address: z.string().meta({ title: 'Address with prefix length', example: '192.0.2.10/24' }),
  status: choice.optional().meta({ title: 'Status' }),
  dns_name: z.string().optional().meta({ title: 'DNS name' }),
  description: z.string().optional().meta({ title: 'Description' }),
  custom_fields: customFields,
  created,
  last_updated: updated,
});

export const Prefix = z.looseObject({
  id,
  prefix: z.string().meta({ title: 'Prefix', example: '192.0.2.0/24' }),
  status: choice.optional().meta({ title: 'Status' }),
  is_pool: z.boolean().optional().meta({ title: 'Is a pool' }),
  description: z.string().optional().meta({ title: 'Description' }),
  custom_fields: customFields,
  created,
  last_updated: updated,
});
