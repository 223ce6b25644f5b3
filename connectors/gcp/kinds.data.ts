import type { z } from 'zod';
import * as schemas from './schema.ts';

/** A list of a service, by its host name before `.googleapis.com`. */
export interface Kind {
  title: string;
  service: string;
  path: string;
  /** Member of the answer that holds the list. */
  list: string;
  /** Maximum records per page. Absent: the list has no pages. */
  pageSize?: number;
  sizeParameter?: 'pageSize' | 'maxResults';
  schema?: z.ZodObject;
  key?: string;
}

const project = 'projects/{config.project_id}';
const everywhere = `/v1/${project}/locations/{config.location}`;
const vertex = `/v1/${project}/locations/{config.vertex_location}`;
const vertexService = '{config.vertex_location}-aiplatform';

const kind = (
  title: string,
  service: string,
  path: string,
  list: string,
  pageSize?: number,
  more: Partial<Kind> = {},
): Kind => ({ title, service, path, list, ...(pageSize === undefined ? {} : { pageSize }), ...more });

const older = { sizeParameter: 'maxResults', schema: schemas.Identified, key: 'id' } as const;

/** Lists of a project's services. @see https://cloud.google.com/apis/docs/overview */
export const kinds: Readonly<Record<string, Kind>> = {
  organizations: kind('Organizations', 'cloudresourcemanager', '/v3/organizations:search', 'organizations', 50, {
    schema: schemas.Organization,
  }),
  folders: kind('Folders', 'cloudresourcemanager', '/v3/folders:search', 'folders', 300, { schema: schemas.Folder }),
  iam_roles: kind('Custom roles of the project', 'iam', `/v1/${project}/roles`, 'roles', 300, { schema: schemas.Role }),
  predefined_roles: kind('Predefined roles', 'iam', '/v1/roles', 'roles', 1000, { schema: schemas.Role }),
  log_sinks: kind('Log sinks', 'logging', `/v2/${project}/sinks`, 'sinks', 100),
  log_metrics: kind('Log metrics', 'logging', `/v2/${project}/metrics`, 'metrics', 100),
  log_exclusions: kind('Log exclusions', 'logging', `/v2/${project}/exclusions`, 'exclusions', 100),
  pubsub_subscriptions: kind('Pub/Sub subscriptions', 'pubsub', `/v1/${project}/subscriptions`, 'subscriptions', 1000),
  pubsub_snapshots: kind('Pub/Sub snapshots', 'pubsub', `/v1/${project}/snapshots`, 'snapshots', 1000),
  pubsub_schemas: kind('Pub/Sub schemas', 'pubsub', `/v1/${project}/schemas`, 'schemas', 1000),
  kubernetes_clusters: kind('Kubernetes clusters', 'container', `${everywhere}/clusters`, 'clusters'),
  sql_instances: kind('Cloud SQL instances', 'sqladmin', `/sql/v1beta4/${project}/instances`, 'items', 1000, {
    sizeParameter: 'maxResults',
  }),
  bigquery_datasets: kind('BigQuery datasets', 'bigquery', `/bigquery/v2/${project}/datasets`, 'datasets', 1000, older),
  bigquery_jobs: kind(
    'BigQuery jobs',
    'bigquery',
    `/bigquery/v2/${project}/jobs?allUsers=true&projection=full`,
    'jobs',
    1000,
    older,
  ),
  // All at once: page tokens are ignored there. @see https://cloud.google.com/bigtable/docs/reference/admin/rest/v2/projects.instances/list
  bigtable_instances: kind('Bigtable instances', 'bigtableadmin', `/v2/${project}/instances`, 'instances'),
  bigtable_clusters: kind('Bigtable clusters', 'bigtableadmin', `/v2/${project}/instances/-/clusters`, 'clusters'),
  spanner_instances: kind('Spanner instances', 'spanner', `/v1/${project}/instances`, 'instances', 100),
  firestore_databases: kind('Firestore databases', 'firestore', `/v1/${project}/databases`, 'databases'),
  redis_instances: kind('Redis instances', 'redis', `${everywhere}/instances`, 'instances', 1000),
  redis_clusters: kind('Redis clusters', 'redis', `${everywhere}/clusters`, 'clusters', 1000),
  functions: kind(
    'Functions',
    'cloudfunctions',
    `/v2/${project}/locations/{config.location}/functions`,
    'functions',
    1000,
  ),
  run_services: kind(
    'Cloud Run services',
    'run',
    `/v2/${project}/locations/{config.location}/services`,
    'services',
    100,
  ),
  run_jobs: kind('Cloud Run jobs', 'run', `/v2/${project}/locations/{config.location}/jobs`, 'jobs', 100),
  certificates: kind('Certificates', 'certificatemanager', `${everywhere}/certificates`, 'certificates', 100),
  notebooks: kind('Notebooks', 'notebooks', `/v2/${project}/locations/{config.location}/instances`, 'instances', 100),
  data_fusion_instances: kind('Data Fusion instances', 'datafusion', `${everywhere}/instances`, 'instances', 100),
  api_keys: kind('API keys', 'apikeys', `/v2/${project}/locations/global/keys`, 'keys', 300),
  alert_policies: kind('Alert policies', 'monitoring', `/v3/${project}/alertPolicies`, 'alertPolicies', 500),
  notification_channels: kind(
    'Notification channels',
    'monitoring',
    `/v3/${project}/notificationChannels`,
    'notificationChannels',
    500,
  ),
  uptime_checks: kind('Uptime checks', 'monitoring', `/v3/${project}/uptimeCheckConfigs`, 'uptimeCheckConfigs', 100),
  billing_accounts: kind('Billing accounts', 'cloudbilling', '/v1/billingAccounts', 'billingAccounts', 100),
  deployments: kind(
    'Deployments',
    'deploymentmanager',
    `/deploymentmanager/v2/${project}/global/deployments`,
    'deployments',
    500,
    { sizeParameter: 'maxResults' },
  ),
  patch_deployments: kind('Patch deployments', 'osconfig', `/v1/${project}/patchDeployments`, 'patchDeployments', 100),
  repositories: kind('Source repositories', 'sourcerepo', `/v1/${project}/repos`, 'repos', 100),
  ml_models: kind('AI Platform models', 'ml', `/v1/${project}/models`, 'models', 100),
  ml_jobs: kind('AI Platform jobs', 'ml', `/v1/${project}/jobs`, 'jobs', 100, { key: 'jobId', schema: schemas.Job }),
  vertex_models: kind('Vertex AI models', vertexService, `${vertex}/models`, 'models', 100),
  vertex_datasets: kind('Vertex AI datasets', vertexService, `${vertex}/datasets`, 'datasets', 100),
  vertex_endpoints: kind('Vertex AI endpoints', vertexService, `${vertex}/endpoints`, 'endpoints', 100),
  vertex_custom_jobs: kind('Vertex AI custom jobs', vertexService, `${vertex}/customJobs`, 'customJobs', 100),
  vertex_batch_predictions: kind(
    'Vertex AI batch prediction jobs',
    vertexService,
    `${vertex}/batchPredictionJobs`,
    'batchPredictionJobs',
    100,
  ),
  vertex_tuning_jobs: kind(
    'Vertex AI tuning jobs',
    vertexService,
    `${vertex}/hyperparameterTuningJobs`,
    'hyperparameterTuningJobs',
    100,
  ),
  vertex_monitoring_jobs: kind(
    'Vertex AI model monitoring jobs',
    vertexService,
    `${vertex}/modelDeploymentMonitoringJobs`,
    'modelDeploymentMonitoringJobs',
    100,
  ),
  dns_policies: kind('DNS policies', 'dns', `/dns/v1/${project}/policies`, 'policies', 100, {
    sizeParameter: 'maxResults',
    schema: schemas.Identified,
    key: 'id',
  }),
};

/** Lists that are read for each record of another: title, list, the member and field of the parents, their list. */
export interface PartKind extends Kind {
  parents: Kind;
  field: string;
  copy: string;
}

const part = (made: Kind, parents: Kind, field: string, copy: string): PartKind => ({ ...made, parents, field, copy });
const locations = (service: string): Kind => kind('', service, `/v1/${project}/locations`, 'locations', 100);

const zones = kind('', 'dns', `/dns/v1/${project}/managedZones`, 'managedZones', 100, { sizeParameter: 'maxResults' });
const sqlInstances = kind('', 'sqladmin', `/sql/v1beta4/${project}/instances`, 'items', 1000, {
  sizeParameter: 'maxResults',
});
const sql = `/sql/v1beta4/${project}/instances/{parent.name}`;

export const partKinds: Readonly<Record<string, PartKind>> = {
  dns_records: part(
    kind('DNS record sets', 'dns', `/dns/v1/${project}/managedZones/{parent.name}/rrsets`, 'rrsets', 100, {
      sizeParameter: 'maxResults',
      schema: schemas.DnsRecord,
    }),
    zones,
    'name',
    'zone',
  ),
  key_rings: part(
    kind('Key rings', 'cloudkms', `/v1/${project}/locations/{parent.locationId}/keyRings`, 'keyRings', 1000),
    locations('cloudkms'),
    'locationId',
    'location',
  ),
  scheduled_jobs: part(
    kind('Cloud Scheduler jobs', 'cloudscheduler', `/v1/${project}/locations/{parent.locationId}/jobs`, 'jobs', 500),
    locations('cloudscheduler'),
    'locationId',
    'location',
  ),
  sql_users: part(kind('Cloud SQL users', 'sqladmin', `${sql}/users`, 'items'), sqlInstances, 'name', 'instance_name'),
  sql_databases: part(
    kind('Cloud SQL databases', 'sqladmin', `${sql}/databases`, 'items'),
    sqlInstances,
    'name',
    'instance_name',
  ),
  sql_backups: part(
    kind('Cloud SQL backup runs', 'sqladmin', `${sql}/backupRuns`, 'items', 1000, older),
    sqlInstances,
    'name',
    'instance_name',
  ),
  dataproc_clusters: part(
    kind('Dataproc clusters', 'dataproc', `/v1/${project}/regions/{parent.name}/clusters`, 'clusters', 200, {
      schema: schemas.Cluster,
      key: 'clusterName',
    }),
    kind('', 'compute', `/compute/v1/${project}/regions`, 'items', 500, { sizeParameter: 'maxResults' }),
    'name',
    'region',
  ),
};

/** Lists of Compute Engine that are the project's own. @see https://cloud.google.com/compute/docs/reference/rest/v1 */
export const globalKinds = {
  networks: 'Networks',
  routes: 'Routes',
  images: 'Images',
  snapshots: 'Snapshots',
  machineImages: 'Machine images',
  backendBuckets: 'Backend buckets',
  securityPolicies: 'Security policies',
  httpHealthChecks: 'HTTP health checks',
  httpsHealthChecks: 'HTTPS health checks',
  interconnects: 'Interconnects',
  targetSslProxies: 'SSL proxies',
  firewallPolicies: 'Firewall policies',
} as const;

/** Aggregated lists of Compute Engine over regions and zones, and which of these fields their records have. */
export const aggregatedKinds: Readonly<Record<string, { title: string; fields: readonly schemas.ScopedField[] }>> = {
  addresses: { title: 'Addresses', fields: ['region', 'status'] },
  autoscalers: { title: 'Autoscalers', fields: ['region', 'zone', 'status'] },
  backendServices: { title: 'Backend services', fields: ['region'] },
  commitments: { title: 'Commitments', fields: ['region', 'status'] },
  disks: { title: 'Disks', fields: ['region', 'zone', 'status'] },
  forwardingRules: { title: 'Forwarding rules', fields: ['region'] },
  healthChecks: { title: 'Health checks', fields: ['region'] },
  instanceGroupManagers: { title: 'Managed instance groups', fields: ['region', 'zone'] },
  instanceGroups: { title: 'Instance groups', fields: ['region', 'zone'] },
  instanceTemplates: { title: 'Instance templates', fields: ['region'] },
  interconnectAttachments: { title: 'Interconnect attachments', fields: ['region'] },
  networkEndpointGroups: { title: 'Network endpoint groups', fields: ['region', 'zone'] },
  reservations: { title: 'Reservations', fields: ['zone', 'status'] },
  resourcePolicies: { title: 'Resource policies', fields: ['region', 'status'] },
  routers: { title: 'Routers', fields: ['region'] },
  sslCertificates: { title: 'SSL certificates', fields: ['region'] },
  subnetworks: { title: 'Subnetworks', fields: ['region'] },
  targetHttpProxies: { title: 'HTTP proxies', fields: ['region'] },
  targetHttpsProxies: { title: 'HTTPS proxies', fields: ['region'] },
  targetInstances: { title: 'Target instances', fields: ['zone'] },
  targetPools: { title: 'Target pools', fields: ['region'] },
  urlMaps: { title: 'URL maps', fields: ['region'] },
  vpnGateways: { title: 'VPN gateways', fields: ['region'] },
  vpnTunnels: { title: 'VPN tunnels', fields: ['region', 'status'] },
};
