/**
 * Kinds of resources: title, type below `providers/`, version of its interface. @see
 * https://learn.microsoft.com/en-us/rest/api/azure/
 */
export type Kind = readonly [title: string, type: string, version: string];

/** Resources that have a location and tags. */
export const resourceKinds = {
  virtual_machines: ['Virtual machines', 'Microsoft.Compute/virtualMachines', '2024-07-01'],
  virtual_machine_scale_sets: ['Virtual machine scale sets', 'Microsoft.Compute/virtualMachineScaleSets', '2024-07-01'],
  availability_sets: ['Availability sets', 'Microsoft.Compute/availabilitySets', '2024-07-01'],
  images: ['Images', 'Microsoft.Compute/images', '2024-07-01'],
  disks: ['Disks', 'Microsoft.Compute/disks', '2024-03-02'],
  snapshots: ['Snapshots', 'Microsoft.Compute/snapshots', '2024-03-02'],
  virtual_networks: ['Virtual networks', 'Microsoft.Network/virtualNetworks', '2024-05-01'],
  network_interfaces: ['Network interfaces', 'Microsoft.Network/networkInterfaces', '2024-05-01'],
  network_security_groups: ['Network security groups', 'Microsoft.Network/networkSecurityGroups', '2024-05-01'],
  public_ip_addresses: ['Public IP addresses', 'Microsoft.Network/publicIPAddresses', '2024-05-01'],
  load_balancers: ['Load balancers', 'Microsoft.Network/loadBalancers', '2024-05-01'],
  application_gateways: ['Application gateways', 'Microsoft.Network/applicationGateways', '2024-05-01'],
  route_tables: ['Route tables', 'Microsoft.Network/routeTables', '2024-05-01'],
  express_route_circuits: ['ExpressRoute circuits', 'Microsoft.Network/expressRouteCircuits', '2024-05-01'],
  firewalls: ['Firewalls', 'Microsoft.Network/azureFirewalls', '2024-05-01'],
  nat_gateways: ['NAT gateways', 'Microsoft.Network/natGateways', '2024-05-01'],
  bastion_hosts: ['Bastion hosts', 'Microsoft.Network/bastionHosts', '2024-05-01'],
  private_endpoints: ['Private endpoints', 'Microsoft.Network/privateEndpoints', '2024-05-01'],
  network_watchers: ['Network watchers', 'Microsoft.Network/networkWatchers', '2024-05-01'],
  gateway_firewall_policies: [
    'Application Gateway WAF policies',
    'Microsoft.Network/ApplicationGatewayWebApplicationFirewallPolicies',
    '2024-05-01',
  ],
  front_doors: ['Front Doors (classic)', 'Microsoft.Network/frontDoors', '2021-06-01'],
  dns_zones: ['DNS zones', 'Microsoft.Network/dnszones', '2018-05-01'],
  private_dns_zones: ['Private DNS zones', 'Microsoft.Network/privateDnsZones', '2024-06-01'],
  traffic_manager_profiles: ['Traffic Manager profiles', 'Microsoft.Network/trafficmanagerprofiles', '2022-04-01'],
  storage_accounts: ['Storage accounts', 'Microsoft.Storage/storageAccounts', '2023-05-01'],
  key_vaults: ['Key vaults', 'Microsoft.KeyVault/vaults', '2023-07-01'],
  sql_servers: ['SQL servers', 'Microsoft.Sql/servers', '2021-11-01'],
  sql_managed_instances: ['SQL managed instances', 'Microsoft.Sql/managedInstances', '2021-11-01'],
  cosmos_accounts: ['Cosmos DB accounts', 'Microsoft.DocumentDB/databaseAccounts', '2024-05-15'],
  mysql_servers: ['MySQL servers', 'Microsoft.DBforMySQL/flexibleServers', '2023-12-30'],
  mysql_single_servers: ['MySQL single servers', 'Microsoft.DBforMySQL/servers', '2017-12-01'],
  postgresql_servers: ['PostgreSQL servers', 'Microsoft.DBforPostgreSQL/flexibleServers', '2024-08-01'],
  postgresql_single_servers: ['PostgreSQL single servers', 'Microsoft.DBforPostgreSQL/servers', '2017-12-01'],
  redis_caches: ['Redis caches', 'Microsoft.Cache/redis', '2024-11-01'],
  kubernetes_clusters: ['Kubernetes clusters', 'Microsoft.ContainerService/managedClusters', '2024-09-01'],
  openshift_clusters: ['OpenShift clusters', 'Microsoft.RedHatOpenShift/openShiftClusters', '2023-11-22'],
  service_fabric_clusters: ['Service Fabric clusters', 'Microsoft.ServiceFabric/managedClusters', '2024-04-01'],
  container_registries: ['Container registries', 'Microsoft.ContainerRegistry/registries', '2023-07-01'],
  container_groups: ['Container groups', 'Microsoft.ContainerInstance/containerGroups', '2023-05-01'],
  container_apps: ['Container apps', 'Microsoft.App/containerApps', '2024-03-01'],
  web_apps: ['Web apps', 'Microsoft.Web/sites', '2023-12-01'],
  app_service_plans: ['App Service plans', 'Microsoft.Web/serverfarms', '2023-12-01'],
  app_service_environments: ['App Service environments', 'Microsoft.Web/hostingEnvironments', '2023-12-01'],
  spring_apps: ['Spring apps', 'Microsoft.AppPlatform/Spring', '2023-12-01'],
  logic_apps: ['Logic apps', 'Microsoft.Logic/workflows', '2019-05-01'],
  api_management_services: ['API Management services', 'Microsoft.ApiManagement/service', '2022-08-01'],
  configuration_stores: ['App Configuration stores', 'Microsoft.AppConfiguration/configurationStores', '2024-05-01'],
  event_hub_namespaces: ['Event Hubs namespaces', 'Microsoft.EventHub/namespaces', '2024-01-01'],
  service_bus_namespaces: ['Service Bus namespaces', 'Microsoft.ServiceBus/namespaces', '2021-11-01'],
  signalr_services: ['SignalR services', 'Microsoft.SignalRService/signalR', '2024-03-01'],
  iot_hubs: ['IoT hubs', 'Microsoft.Devices/IotHubs', '2023-06-30'],
  cdn_profiles: ['CDN profiles', 'Microsoft.Cdn/profiles', '2024-02-01'],
  search_services: ['Search services', 'Microsoft.Search/searchServices', '2023-11-01'],
  cognitive_accounts: ['AI services', 'Microsoft.CognitiveServices/accounts', '2024-10-01'],
  machine_learning_workspaces: [
    'Machine learning workspaces',
    'Microsoft.MachineLearningServices/workspaces',
    '2024-10-01',
  ],
  synapse_workspaces: ['Synapse workspaces', 'Microsoft.Synapse/workspaces', '2021-06-01'],
  databricks_workspaces: ['Databricks workspaces', 'Microsoft.Databricks/workspaces', '2024-05-01'],
  data_factories: ['Data factories', 'Microsoft.DataFactory/factories', '2018-06-01'],
  data_lake_analytics_accounts: ['Data Lake Analytics', 'Microsoft.DataLakeAnalytics/accounts', '2016-11-01'],
  kusto_clusters: ['Data Explorer clusters', 'Microsoft.Kusto/clusters', '2023-08-15'],
  batch_accounts: ['Batch accounts', 'Microsoft.Batch/batchAccounts', '2024-02-01'],
  automation_accounts: ['Automation accounts', 'Microsoft.Automation/automationAccounts', '2023-11-01'],
  backup_vaults: ['Backup vaults', 'Microsoft.DataProtection/backupVaults', '2024-04-01'],
  recovery_vaults: ['Recovery vaults', 'Microsoft.RecoveryServices/vaults', '2024-04-01'],
  host_pools: ['Azure Virtual Desktop host pools', 'Microsoft.DesktopVirtualization/hostPools', '2024-04-03'],
  managed_identities: ['Managed identities', 'Microsoft.ManagedIdentity/userAssignedIdentities', '2023-01-31'],
  log_workspaces: ['Log Analytics workspaces', 'Microsoft.OperationalInsights/workspaces', '2023-09-01'],
  application_insights: ['Application Insights', 'Microsoft.Insights/components', '2020-02-02'],
  activity_log_alerts: ['Alerts on the activity log', 'Microsoft.Insights/activityLogAlerts', '2020-10-01'],
  metric_alerts: ['Alerts on metrics', 'Microsoft.Insights/metricAlerts', '2018-03-01'],
  log_profiles: ['Log profiles', 'Microsoft.Insights/logprofiles', '2016-03-01'],
} as const satisfies Readonly<Record<string, Kind>>;

/** Rules and findings of a subscription. */
export const settingKinds = {
  role_assignments: ['Role assignments', 'Microsoft.Authorization/roleAssignments', '2022-04-01'],
  role_definitions: ['Roles', 'Microsoft.Authorization/roleDefinitions', '2022-04-01'],
  policy_assignments: ['Policy assignments', 'Microsoft.Authorization/policyAssignments', '2023-04-01'],
  policy_definitions: ['Policies', 'Microsoft.Authorization/policyDefinitions', '2023-04-01'],
  locks: ['Locks', 'Microsoft.Authorization/locks', '2020-05-01'],
  event_subscriptions: ['Event subscriptions', 'Microsoft.EventGrid/eventSubscriptions', '2022-06-15'],
  budgets: ['Budgets', 'Microsoft.Consumption/budgets', '2023-05-01'],
  recommendations: ['Advisor recommendations', 'Microsoft.Advisor/recommendations', '2023-01-01'],
  security_alerts: ['Defender for Cloud security alerts', 'Microsoft.Security/alerts', '2022-01-01'],
  security_assessments: ['Defender for Cloud assessments', 'Microsoft.Security/assessments', '2021-06-01'],
  secure_scores: ['Secure scores', 'Microsoft.Security/secureScores', '2020-01-01'],
  security_pricings: ['Defender for Cloud pricings (plans)', 'Microsoft.Security/pricings', '2018-06-01'],
  security_contacts: [
    'Defender for Cloud security contacts',
    'Microsoft.Security/securityContacts',
    '2020-01-01-preview',
  ],
  security_settings: ['Defender for Cloud settings', 'Microsoft.Security/settings', '2022-05-01'],
  auto_provisioning_settings: [
    'Defender for Cloud auto-provisioning settings',
    'Microsoft.Security/autoProvisioningSettings',
    '2017-08-01-preview',
  ],
} as const satisfies Readonly<Record<string, Kind>>;

/** Parts of resources: title, type of the resource, path below it, version, and further requirements of changes. */
export type PartKind = readonly [title: string, parent: string, path: string, version: string, wants?: ChangeWants];

/** Headers of an update and a deletion, and parameters of a deletion. */
export interface ChangeWants {
  headers?: Readonly<Record<string, string>>;
  removal?: Readonly<Record<string, string>>;
}

/** Whatever its version is. @see https://learn.microsoft.com/en-us/rest/api/apimanagement/apis/delete */
const anyVersion = { headers: { 'if-match': '*' } } as const;

export const partKinds = {
  virtual_machine_extensions: ['Extensions', 'Microsoft.Compute/virtualMachines', 'extensions', '2024-07-01'],
  subnets: ['Subnets', 'Microsoft.Network/virtualNetworks', 'subnets', '2024-05-01'],
  security_rules: ['Security rules', 'Microsoft.Network/networkSecurityGroups', 'securityRules', '2024-05-01'],
  routes: ['Routes', 'Microsoft.Network/routeTables', 'routes', '2024-05-01'],
  dns_records: ['DNS records', 'Microsoft.Network/dnsZones', 'recordsets', '2018-05-01'],
  blob_containers: [
    'Blob containers',
    'Microsoft.Storage/storageAccounts',
    'blobServices/default/containers',
    '2023-05-01',
  ],
  file_services: ['File services', 'Microsoft.Storage/storageAccounts', 'fileServices', '2023-05-01'],
  file_shares: ['File shares', 'Microsoft.Storage/storageAccounts', 'fileServices/default/shares', '2023-05-01'],
  vault_keys: ['Key Vault keys', 'Microsoft.KeyVault/vaults', 'keys', '2023-07-01'],
  sql_databases: ['SQL databases', 'Microsoft.Sql/servers', 'databases', '2021-11-01'],
  sql_firewall_rules: ['SQL server firewall rules', 'Microsoft.Sql/servers', 'firewallRules', '2021-11-01'],
  sql_auditing_settings: ['SQL server auditing settings', 'Microsoft.Sql/servers', 'auditingSettings', '2021-11-01'],
  postgresql_firewall_rules: [
    'PostgreSQL server firewall rules',
    'Microsoft.DBforPostgreSQL/servers',
    'firewallRules',
    '2017-12-01',
  ],
  agent_pools: ['Node pools', 'Microsoft.ContainerService/managedClusters', 'agentPools', '2024-09-01'],
  event_hubs: ['Event hubs', 'Microsoft.EventHub/namespaces', 'eventhubs', '2024-01-01'],
  service_bus_queues: ['Queues', 'Microsoft.ServiceBus/namespaces', 'queues', '2021-11-01'],
  service_bus_topics: ['Topics', 'Microsoft.ServiceBus/namespaces', 'topics', '2021-11-01'],
  service_bus_network_rules: ['Network rules', 'Microsoft.ServiceBus/namespaces', 'networkRuleSets', '2021-11-01'],
  cdn_endpoints: ['CDN endpoints', 'Microsoft.Cdn/profiles', 'endpoints', '2024-02-01'],
  front_door_endpoints: ['Front Door endpoints', 'Microsoft.Cdn/profiles', 'afdEndpoints', '2024-02-01'],
  plan_web_apps: ['App Service plan web apps', 'Microsoft.Web/serverfarms', 'sites', '2023-12-01'],
  api_management_apis: ['APIs', 'Microsoft.ApiManagement/service', 'apis', '2022-08-01', anyVersion],
  api_management_certificates: [
    'API Management certificates',
    'Microsoft.ApiManagement/service',
    'certificates',
    '2022-08-01',
    anyVersion,
  ],
  automation_variables: ['Variables', 'Microsoft.Automation/automationAccounts', 'variables', '2023-11-01'],
  automation_runbooks: ['Runbooks', 'Microsoft.Automation/automationAccounts', 'runbooks', '2023-11-01'],
  session_hosts: [
    'Azure Virtual Desktop session hosts',
    'Microsoft.DesktopVirtualization/hostPools',
    'sessionHosts',
    '2024-04-03',
  ],
  cognitive_deployments: ['Deployed models', 'Microsoft.CognitiveServices/accounts', 'deployments', '2024-10-01'],
  cognitive_projects: ['AI services projects', 'Microsoft.CognitiveServices/accounts', 'projects', '2025-06-01'],
  machine_learning_computes: [
    'Machine learning computes',
    'Microsoft.MachineLearningServices/workspaces',
    'computes',
    '2024-10-01',
    // @see https://learn.microsoft.com/en-us/rest/api/azureml/compute/delete
    { removal: { underlyingResourceAction: 'Delete' } },
  ],
} as const satisfies Readonly<Record<string, PartKind>>;

/**
 * Tables of queries over all subscriptions. @see
 * https://learn.microsoft.com/en-us/azure/governance/resource-graph/reference/supported-tables-resources
 */
export const tables = {
  all_resources: ['Resources of all subscriptions (Resource Graph)', 'resources'],
  security_findings: ['Security resources (Resource Graph)', 'securityresources'],
  advisor_findings: ['Advisor resources (Resource Graph)', 'advisorresources'],
  policy_findings: ['Policy resources (Resource Graph)', 'policyresources'],
  resource_changes: ['Resource changes of the last 14 days', 'resourcechanges'],
  health_events: ['Service Health resources (Resource Graph)', 'servicehealthresources'],
  patch_assessments: ['Patch assessment resources (Resource Graph)', 'patchassessmentresources'],
} as const satisfies Readonly<Record<string, readonly [title: string, table: string]>>;
