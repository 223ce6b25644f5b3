import type { ContractExemption } from '../kit/connector.ts';

const managed = [
  'networks',
  'network_containers',
  'hosts',
  'a_records',
  'aaaa_records',
  'cname_records',
  'mx_records',
  'ptr_records',
  'txt_records',
  'zones',
  'fixed_addresses',
  'ranges',
];

/** What the description leaves out. @see https://github.com/infobloxopen/infoblox-client/blob/master/infoblox_client/connector.py */
export const exemptions: readonly ContractExemption[] = [
  ...[...managed, 'leases', 'network_views', 'dns_views', 'members'].map((object) => ({
    use: `${object}.list`,
    rule: 'pointers',
    about: 'next_page_id',
    reason: "The description leaves `next_page_id` of answers out, by which the vendor's own client pages.",
  })),
  ...managed.map((object) => ({
    use: `${object}.create/find`,
    rule: 'known-parameters',
    reason: 'The description takes the fields of a search as one parameter, `filters`, without their names.',
  })),
];
