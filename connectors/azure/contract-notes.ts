import type { ContractNotes } from '../kit/define.ts';
import { partKinds, resourceKinds, settingKinds, tables } from './kinds.data.ts';

/** Lists that the descriptions of computing, networks, storage and rights have. */
const described = new Set([
  'virtual_machines',
  'virtual_machine_scale_sets',
  'availability_sets',
  'images',
  'virtual_networks',
  'network_interfaces',
  'network_security_groups',
  'public_ip_addresses',
  'load_balancers',
  'application_gateways',
  'route_tables',
  'express_route_circuits',
  'storage_accounts',
  'role_assignments',
  'virtual_machine_extensions',
  'subnets',
  'security_rules',
  'routes',
]);

const listed = { ...resourceKinds, ...settingKinds, ...partKinds };
const undescribed = ['activity_log', 'subscriptions', 'tenants', 'locations', ...Object.keys(listed)].filter(
  (name) => !described.has(name),
);
/** What is listed subscription by subscription. */
const ofSubscriptions = [
  'resource_groups',
  'resources',
  'tag_names',
  'locations',
  'providers',
  ...Object.keys({ ...resourceKinds, ...settingKinds }),
];

function exempt(names: readonly string[], part: string, rule: string, reason: string) {
  return names.map((name) => ({ use: `${name}.${part}`, rule, reason }));
}

/** What the descriptions lack. They are of some providers of resources only, and know any address as that of a resource. */
export const contract: ContractNotes = {
  // That of the activity log wants a filter, which lists are played without.
  descriptions: [
    'authorization-assignments',
    'compute',
    'managementgroups',
    'network',
    'resourcegraph',
    'resources',
    'storage',
  ].map((name) => `azure/${name}.json.gz`),
  exempt: [
    ...exempt(undescribed, 'list', 'pointers', 'The descriptions take this list for a single resource.'),
    ...exempt(['activity_log'], 'list', 'known-parameters', 'The descriptions take this list for a single resource.'),
    ...exempt(ofSubscriptions, 'list/parents', 'pointers', 'The descriptions take the list for a single resource.'),
    ...exempt(Object.keys(partKinds), 'list/parents', 'pointers', 'The description leaves open what a query answers.'),
    ...exempt(['subnets', 'security_rules', 'routes'], 'list', 'pointers', 'The description leaves the type out.'),
    ...exempt(
      ['virtual_machine_extensions'],
      'list',
      'pointers',
      'The description leaves out that there may be pages.',
    ),
    ...exempt(Object.keys(tables), 'list', 'pointers', 'The description leaves open what a query answers.'),
    ...exempt(Object.keys(tables), 'list', 'body', 'The description is older: subscriptions were required then.'),
    ...exempt(Object.keys(partKinds), 'list/parents', 'body', 'The description is older, likewise.'),
  ],
};
