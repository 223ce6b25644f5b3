import { z } from 'zod';

/** Records of Strata Cloud Manager: the fields that integrations use. @see https://pan.dev/scm/api/config/ngfw/objects/ */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const texts = z.array(z.string()).nullish();
const open = z.record(z.string(), z.json()).nullish();
const common = {
  id: text.meta({ title: 'Id' }),
  name: text.meta({ title: 'Name' }),
  folder: text.meta({ title: 'Folder that it is defined in', example: 'All' }),
  snippet: text,
  device: text,
};

/** What every record of a folder has. */
export const Common = z.looseObject(common);

export const Address = z.looseObject({
  ...common,
  description: text,
  tag: texts,
  ip_netmask: text.meta({ title: 'Address or network', example: '192.0.2.0/24' }),
  ip_range: text,
  ip_wildcard: text,
  fqdn: text,
});

export const AddressGroup = z.looseObject({ ...common, description: text, tag: texts, static: texts, dynamic: open });
export const Service = z.looseObject({ ...common, description: text, tag: texts, protocol: open });
export const ServiceGroup = z.looseObject({ ...common, members: texts, tag: texts });

export const Application = z.looseObject({
  ...common,
  description: text,
  category: text,
  subcategory: text,
  technology: text,
});

export const ApplicationGroup = z.looseObject({ ...common, members: texts });
export const Tag = z.looseObject({ ...common, color: text, comments: text });
export const ExternalDynamicList = z.looseObject({ ...common, type: open });
export const Region = z.looseObject({ ...common, address: texts, geo_location: open });
export const UrlCategory = z.looseObject({ ...common, description: text, list: texts, type: text });

export const SecurityRule = z.looseObject({
  id: text.meta({ title: 'Id' }),
  name: text,
  folder: text,
  description: text,
  disabled: flag,
  action: text.meta({ title: 'allow, deny, drop, reset-client, reset-server or reset-both' }),
  from: texts.meta({ title: 'Source zones' }),
  to: texts.meta({ title: 'Destination zones' }),
  source: texts,
  source_user: texts,
  destination: texts,
  application: texts,
  service: texts,
  category: texts,
  tag: texts,
  log_setting: text,
});
