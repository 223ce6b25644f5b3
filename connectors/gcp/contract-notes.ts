import type { ContractNotes } from '../kit/define.ts';
import { kinds, partKinds } from './kinds.data.ts';

/** Services that the collection of descriptions has. */
const described = new Set(['cloudresourcemanager', 'iam', 'logging', 'pubsub', 'compute', 'storage', 'serviceusage']);

const lists = { ...kinds, ...partKinds };
const undescribed = Object.keys(lists).filter((name) => !described.has(lists[name]?.service ?? ''));
const parents = Object.keys(partKinds).filter((name) =>
  ['dns', 'sqladmin'].includes(partKinds[name]?.parents.service ?? ''),
);

export const contract: ContractNotes = {
  exempt: [
    ...[
      ...[...undescribed, 'dns_zones', 'named_buckets'].map((name) => `${name}.list`),
      ...parents.map((name) => `${name}.list/parents`),
    ].map((use) => ({ use, rule: 'described', reason: 'The collection has no description of this service.' })),
    ...['service_account_keys.delete', 'secrets.delete'].map((use) => ({
      use,
      rule: 'described',
      reason: 'The name of such a record is a path of several segments.',
    })),
  ],
};
