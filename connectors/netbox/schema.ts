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

/** What all have that are told apart by a short name for addresses. */
export const Slugged = z.looseObject({
  id,
  name: z.string().meta({ title: 'Name' }),
  slug: z.string().meta({ title: 'Slug' }),
  description: z.string().optional().meta({ title: 'Description' }),
  custom_fields: customFields,
  created,
  last_updated: updated,
});

export const DeviceType = z.looseObject({
  id,
  model: z.string().meta({ title: 'Model' }),
  slug: z.string().meta({ title: 'Slug' }),
  manufacturer: named.meta({ title: 'Manufacturer' }),
  part_number: z.string().optional().meta({ title: 'Part number' }),
  custom_fields: customFields,
  created,
  last_updated: updated,
});

export const Interface = z.looseObject({
  id,
  name: z.string().meta({ title: 'Name' }),
  device: named.meta({ title: 'Device' }),
  enabled: z.boolean().optional().meta({ title: 'Enabled' }),
  mac_address: z.string().nullish().meta({ title: 'MAC address' }),
  description: z.string().optional().meta({ title: 'Description' }),
  custom_fields: customFields,
  created,
  last_updated: updated,
});

export const Location = Slugged.extend({ site: named.meta({ title: 'Site' }) });

export const Rack = z.looseObject({
  id,
  name: z.string().meta({ title: 'Name' }),
  site: named.meta({ title: 'Site' }),
  serial: z.string().optional().meta({ title: 'Serial number' }),
  asset_tag: z.string().nullish().meta({ title: 'Asset tag' }),
  custom_fields: customFields,
  created,
  last_updated: updated,
});

export const VirtualMachine = z.looseObject({
  id,
  name: z.string().meta({ title: 'Name' }),
  status: choice.optional().meta({ title: 'Status' }),
  site: named.nullish().meta({ title: 'Site' }),
  cluster: named.nullish().meta({ title: 'Cluster' }),
  primary_ip: named.nullish().meta({ title: 'Primary IP address' }),
  custom_fields: customFields,
  created,
  last_updated: updated,
});

export const Vlan = z.looseObject({
  id,
  vid: z.int().meta({ title: 'VLAN id' }),
  name: z.string().meta({ title: 'Name' }),
  site: named.nullish().meta({ title: 'Site' }),
  status: choice.optional().meta({ title: 'Status' }),
  custom_fields: customFields,
  created,
  last_updated: updated,
});

export const Vrf = z.looseObject({
  id,
  name: z.string().meta({ title: 'Name' }),
  rd: z.string().nullish().meta({ title: 'Route distinguisher' }),
  custom_fields: customFields,
  created,
  last_updated: updated,
});

export const Contact = z.looseObject({
  id,
  name: z.string().meta({ title: 'Name' }),
  title: z.string().optional().meta({ title: 'Position' }),
  email: z.string().optional().meta({ title: 'E-mail address' }),
  phone: z.string().optional().meta({ title: 'Phone' }),
  custom_fields: customFields,
  created,
  last_updated: updated,
});

export const Tag = Slugged.omit({ custom_fields: true });

export const User = z.looseObject({
  id,
  username: z.string().meta({ title: 'User name' }),
  first_name: z.string().optional().meta({ title: 'First name' }),
  last_name: z.string().optional().meta({ title: 'Last name' }),
  email: z.string().optional().meta({ title: 'E-mail address' }),
  is_active: z.boolean().optional().meta({ title: 'Active' }),
});

export const Group = z.looseObject({ id, name: z.string().meta({ title: 'Name' }) });

export const ObjectChange = z.looseObject({
  id,
  time: z.iso.datetime({ offset: true }).meta({ title: 'When' }),
  user_name: z.string().optional().meta({ title: 'Who' }),
  action: choice.optional().meta({ title: 'created, updated or deleted' }),
  changed_object_type: z.string().optional().meta({ title: 'Kind of record' }),
  changed_object_id: z.int().optional().meta({ title: 'Id of the record' }),
});
