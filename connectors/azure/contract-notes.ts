import type { ContractNotes } from '../kit/define.ts';
import { partKinds, tables } from './kinds.data.ts';

/** Lists that the description hands out whole. A link to more is followed, should a newer version give one. */
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

/** An object, it says; they are asked for as a list of objects. */
const open = 'The description leaves open what a query answers.';

export const contract: ContractNotes = {
  exempt: [
    ...exempt(whole, 'The description is older than the version that is asked for, and leaves pages out.'),
    // @see https://learn.microsoft.com/en-us/rest/api/azureresourcegraph/resourcegraph/resources/resources#queryresponse
    ...exempt(Object.keys(tables), open),
    ...exempt(Object.keys(partKinds), open, 'list/parents'),
    // @see https://learn.microsoft.com/en-us/rest/api/defenderforcloud/settings/list
    ...exempt(['security_settings'], 'The description has the properties of each kind of setting only.'),
  ],
};
