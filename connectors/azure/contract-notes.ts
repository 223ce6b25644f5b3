import type { ContractNotes } from '../kit/connector.ts';
import { partKinds, tables } from './kinds.data.ts';

/** Lists that the description returns without pages, most of them in an older version than the requested one. */
const whole = [
  'locations',
  'network_watchers',
  'traffic_manager_profiles',
  'sql_servers',
  'cosmos_accounts',
  'mysql_single_servers',
  'postgresql_single_servers',
  'kusto_clusters',
  'log_workspaces',
  'metric_alerts',
  'log_profiles',
  'security_pricings',
  'virtual_machine_extensions',
  'file_services',
  'sql_databases',
  'sql_firewall_rules',
  'postgresql_firewall_rules',
];

function exempt(names: readonly string[], reason: string, use = 'list') {
  return names.map((name) => ({ use: `${name}.${use}`, rule: 'pointers', reason }));
}

/** `type: object`, and beside it the words. */
const open = 'What a query answers is described as an object, and said to be a list of objects or a table.';

export const contract: ContractNotes = {
  exempt: [
    ...exempt(whole, 'The description gives the list whole; a link to more is followed where there is one.'),
    // @see https://github.com/MaryGao/azure-rest-api-specs/blob/43fd990ad0ea3282829c3f3c43c1ebb95837a287/specification/resourcegraph/resource-manager/Microsoft.ResourceGraph/stable/2021-03-01/resourcegraph.json
    ...exempt(Object.keys(tables), open),
    ...exempt(Object.keys(partKinds), open, 'list/parents'),
    // @see https://github.com/MaryGao/azure-rest-api-specs/blob/43fd990ad0ea3282829c3f3c43c1ebb95837a287/specification/security/resource-manager/Microsoft.Security/stable/2022-05-01/settings.json
    ...exempt(['security_settings'], 'The description has the properties of each kind of setting only.'),
  ],
};
