import type { ContractNotes } from '../kit/define.ts';
import { tables } from './kinds.data.ts';

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

function exempt(names: readonly string[], rule: string, reason: string) {
  return names.map((name) => ({ use: `${name}.list`, rule, reason }));
}

export const contract: ContractNotes = {
  exempt: [
    ...exempt(whole, 'pointers', 'The description is older than the version that is asked for, and leaves pages out.'),
    // @see https://learn.microsoft.com/en-us/rest/api/azureresourcegraph/resourcegraph/resources/resources#queryresponse
    ...exempt(Object.keys(tables), 'pointers', 'The description leaves open what a query answers.'),
    // @see https://learn.microsoft.com/en-us/rest/api/defenderforcloud/settings/list
    ...exempt(['security_settings'], 'pointers', 'The description has the properties of each kind of setting only.'),
  ],
};
