import { z } from 'zod';

/** A user of the account; the name is its identity. @see https://techdocs.akamai.com/linode-api/reference/get-user */
export const User = z.looseObject({
  username: z.string().meta({ title: 'User name' }),
  email: z.string().nullish().meta({ title: 'E-mail address' }),
  restricted: z.boolean().nullish().meta({ title: 'Restricted to what it was granted' }),
  tfa_enabled: z.boolean().nullish().meta({ title: 'Two-factor authentication' }),
  ssh_keys: z.array(z.string()).nullish().meta({ title: 'SSH key labels' }),
});

/** A server. @see https://techdocs.akamai.com/linode-api/reference/get-linode-instance */
export const Instance = z.looseObject({
  id: z.number().int().meta({ title: 'Id' }),
  label: z.string().nullish().meta({ title: 'Label' }),
  status: z.string().nullish().meta({ title: 'Status' }),
  region: z.string().nullish().meta({ title: 'Region' }),
  type: z.string().nullish().meta({ title: 'Plan' }),
  image: z.string().nullish().meta({ title: 'Image' }),
  ipv4: z.array(z.string()).nullish().meta({ title: 'IPv4 addresses' }),
  ipv6: z.string().nullish().meta({ title: 'IPv6 address' }),
  tags: z.array(z.string()).nullish().meta({ title: 'Tags' }),
  created: z.string().nullish().meta({ title: 'Created' }),
  updated: z.string().nullish().meta({ title: 'Updated' }),
});

/** A DNS zone. @see https://techdocs.akamai.com/linode-api/reference/get-domain */
export const Domain = z.looseObject({
  id: z.number().int().meta({ title: 'Id' }),
  domain: z.string().meta({ title: 'Name' }),
  type: z.string().nullish().meta({ title: 'Type' }),
  status: z.string().nullish().meta({ title: 'Status' }),
  soa_email: z.string().nullish().meta({ title: 'E-mail address of the zone' }),
  tags: z.array(z.string()).nullish().meta({ title: 'Tags' }),
});
