import { z } from 'zod';

/** Records of the DNSimple API: the fields that integrations use. @see https://developer.dnsimple.com/v2/ */

const text = z.string().nullish();
const flag = z.boolean().nullish();
const whole = z.int().nullish();
const texts = z.array(z.string()).nullish();
const list = z.array(z.looseObject({})).nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const id = z.int().meta({ title: 'Id' });
const domain = z.string().meta({ title: 'Name of the domain' });

const kept = { id, created_at: instant, updated_at: instant };

export const Domain = z.looseObject({
  ...kept,
  name: text,
  unicode_name: text,
  state: text.meta({ title: 'hosted, registered or expired' }),
  registrant_id: whole,
  auto_renew: flag,
  private_whois: flag,
  expires_at: instant,
});

export const Zone = z.looseObject({
  ...kept,
  name: text,
  reverse: flag,
  secondary: flag,
  active: flag,
  last_transferred_at: instant,
});

export const ZoneRecord = z.looseObject({
  zone_id: z.string().meta({ title: 'Name of the zone' }),
  ...kept,
  name: text,
  type: text,
  content: text,
  ttl: whole,
  priority: whole,
  regions: texts,
  parent_id: whole,
  system_record: flag,
});

export const Contact = z.looseObject({
  ...kept,
  label: text,
  first_name: text,
  last_name: text,
  organization_name: text,
  job_title: text,
  address1: text,
  address2: text,
  city: text,
  state_province: text,
  postal_code: text,
  country: text,
  email: text,
  phone: text,
  fax: text,
});

export const EmailForward = z.looseObject({
  domain,
  ...kept,
  domain_id: whole,
  alias_email: text,
  destination_email: text,
});

export const Certificate = z.looseObject({
  domain,
  ...kept,
  domain_id: whole,
  name: text,
  common_name: text,
  alternate_names: texts,
  state: text,
  auto_renew: flag,
  authority_identifier: text,
  expires_at: instant,
});

export const DelegationSigner = z.looseObject({
  domain,
  ...kept,
  domain_id: whole,
  algorithm: text,
  digest: text,
  digest_type: text,
  keytag: text,
  public_key: text,
});

export const DomainService = z.looseObject({
  domain,
  ...kept,
  sid: z.string().meta({ title: 'Short name of the service' }),
  name: text,
});

export const Template = z.looseObject({ ...kept, sid: text, name: text, description: text });

export const TemplateRecord = z.looseObject({
  template_id: z.int().meta({ title: 'Id of the template' }),
  ...kept,
  name: text,
  type: text,
  content: text,
  ttl: whole,
});

export const Service = z.looseObject({ ...kept, sid: text, name: text, description: text, requires_setup: flag });
export const Primary = z.looseObject({ ...kept, name: text, ip: text, port: whole, linked_secondary_zones: texts });

export const RegistrantChange = z.looseObject({
  ...kept,
  state: text,
  domain_id: whole,
  contact_id: whole,
  registry_owner_change: flag,
});

export const Push = z.looseObject({ ...kept, domain_id: whole, contact_id: whole, accepted_at: instant });
export const Hook = z.looseObject({ id, url: text, suppressed_at: instant });

export const Charge = z.looseObject({
  reference: z.string().meta({ title: 'Reference' }),
  invoiced_at: text,
  total_amount: text,
  balance_amount: text,
  state: text,
  items: list,
});
