import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';
import { aggregatedKinds, globalKinds } from './kinds.data.ts';

const docs = 'https://cloud.google.com';
const errors = 'https://google.aip.dev/193';
const storage = `${docs}/storage/docs`;

/** Names that the caller chooses, and that the record's address is made of. */
const named = (page: string): Pick<ObjectMeaning, 'identity'> => ({
  identity: { field: 'name', unique: true, ignoresCase: false, page },
});

/** Pages that hold so many records at most, whatever they are asked for. */
const paged = (pageSize: number, page: string): Pick<ObjectMeaning, 'ceilings'> => ({
  ceilings: { pageSize, page: `${docs}/${page}` },
});

const whole = (page: string): Pick<ObjectMeaning, 'ceilings' | 'listing'> => ({
  ceilings: { none: 'The list comes as a whole.', page: `${docs}/${page}` },
  listing: { leavesOut: ['those that the account may not see'], paging: 'whole', page: `${docs}/${page}` },
});

const notListed = (page: string): Pick<ObjectMeaning, 'ceilings'> => ({
  ceilings: { none: 'It is not listed.', page: `${docs}/${page}` },
});

/** All lists of Compute Engine say the same. */
const compute = paged(500, 'compute/docs/reference/rest/v1/instances/aggregatedList');
const toName = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Lists that are older than the design of Google's interfaces: the page of the method does not tell the largest size. */
const older = (page: string): Pick<ObjectMeaning, 'ceilings'> => ({ ceilings: pageSizeNotIn(`${docs}/${page}`) });
const dns = 'dns/docs/reference/rest/v1';
const bigQuery = 'bigquery/docs/reference/rest/v2';
const sql = 'sql/docs/mysql/admin-api/rest/v1beta4';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: `${docs}/apis/docs/overview` },
    listing: {
      leavesOut: ['those that the account may not see'],
      paging: 'cursor',
      page: 'https://google.aip.dev/158',
    },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${docs}/apis/docs/overview` },
    identity: { none: 'Records are listed by their full names.', page: 'https://google.aip.dev/122' },
    filter: { none: 'Values are parameters of their own.', page: `${docs}/apis/docs/overview` },
    lag: { none: 'Its writes look nothing up.', page: `${docs}/apis/docs/overview` },
    ceilings: {
      none: 'The server may give fewer records than it is asked for.',
      page: `${docs}/apis/design/design_patterns#list_pagination`,
    },
    login: {
      answers: [
        { status: 401, body: { error: { code: 401, status: 'UNAUTHENTICATED' } }, kind: 'auth_invalid' },
        { status: 403, body: { error: { code: 403, status: 'PERMISSION_DENIED' } }, kind: 'permission' },
        {
          status: 403,
          body: { error: { code: 403, details: [{ reason: 'SERVICE_DISABLED' }] } },
          kind: 'config',
        },
        { status: 429, body: { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } }, kind: 'rate_limited' },
      ],
      page: errors,
    },
    errorsInside: {
      answers: [
        // Records of these locations are missing, not deleted.
        { status: 200, body: { unreachable: ['projects/acme/locations/europe-west1'] }, kind: 'transient' },
        { status: 200, body: { clusters: [], missingZones: ['europe-west1-b'] }, kind: 'transient' },
      ],
      page: 'https://google.aip.dev/217',
    },
    scopes: {
      read: ['https://www.googleapis.com/auth/cloud-platform, and the role Viewer'],
      page: `${docs}/iam/docs/roles-overview`,
    },
  },
  objects: {
    ...Object.fromEntries(
      [...Object.keys(globalKinds), ...Object.keys(aggregatedKinds)].map((name) => [toName(name), compute]),
    ),
    instances: compute,
    running_instances: notListed('compute/docs/reference/rest/v1/instances/start'),
    iam_roles: {
      listing: {
        leavesOut: ['deleted', 'those that the account may not see'],
        paging: 'cursor',
        page: `${docs}/iam/docs/reference/rest/v1/projects.roles/list`,
      },
      ceilings: { pageSize: 1000, page: `${docs}/iam/docs/reference/rest/v1/projects.roles/list` },
    },
    predefined_roles: { ceilings: { pageSize: 1000, page: `${docs}/iam/docs/reference/rest/v1/roles/list` } },
    service_accounts: {
      identity: {
        field: 'accountId',
        unique: true,
        ignoresCase: false,
        page: `${docs}/iam/docs/reference/rest/v1/projects.serviceAccounts/create`,
      },
      deletes: {
        seen: 'absence',
        how: 'A deleted account can be restored for 30 days, and is not listed.',
        page: `${docs}/iam/docs/service-accounts-delete-undelete`,
      },
      // Reads of IAM are eventually consistent, without a bound.
      lag: lagNotIn(
        `${docs}/iam/docs/service-accounts-create`,
        `${docs}/iam/docs/reference/rest/v1/projects.serviceAccounts/create`,
      ),
      ...paged(100, 'iam/docs/reference/rest/v1/projects.serviceAccounts/list'),
    },
    enabled_service_accounts: notListed('iam/docs/reference/rest/v1/projects.serviceAccounts/disable'),
    service_account_keys: whole('iam/docs/reference/rest/v1/projects.serviceAccounts.keys/list'),
    firewalls: {
      ...named(`${docs}/compute/docs/reference/rest/v1/firewalls/insert`),
      ...compute,
      // An operation makes the rule.
      lag: lagNotIn(
        `${docs}/compute/docs/reference/rest/v1/firewalls/insert`,
        `${docs}/compute/docs/reference/rest/v1/firewalls/get`,
      ),
    },
    buckets: {
      lag: { ms: 0, page: `${storage}/consistency` },
      ...named(`${docs}/storage/docs/buckets`),
      listing: {
        leavesOut: ['soft-deleted'],
        paging: 'cursor',
        page: `${storage}/json_api/v1/buckets/list`,
      },
      ceilings: { pageSize: 1000, page: `${storage}/json_api/v1/buckets/list` },
    },
    stored_objects: {
      listing: {
        leavesOut: ['soft-deleted', 'versions that are not the latest'],
        paging: 'cursor',
        page: `${storage}/json_api/v1/objects/list`,
      },
      ceilings: { pageSize: 1000, page: `${storage}/json_api/v1/objects/list` },
    },
    named_buckets: {
      listing: { leavesOut: ['more than 1000 buckets'], paging: 'whole', page: `${storage}/xml-api/get-service` },
      ceilings: { records: 1000, page: `${storage}/xml-api/get-service` },
    },
    bucket_bindings: whole('storage/docs/json_api/v1/buckets/getIamPolicy'),
    secrets: paged(25_000, 'secret-manager/docs/reference/rest/v1/projects.secrets/list'),
    kubernetes_clusters: whole('kubernetes-engine/docs/reference/rest/v1/projects.locations.clusters/list'),
    bigtable_instances: whole('bigtable/docs/reference/admin/rest/v2/projects.instances/list'),
    bigtable_clusters: whole('bigtable/docs/reference/admin/rest/v2/projects.instances.clusters/list'),
    firestore_databases: whole('firestore/docs/reference/rest/v1/projects.databases/list'),
    functions: paged(1000, 'functions/docs/reference/rest/v2/projects.locations.functions/list'),
    sql_instances: paged(1000, `${sql}/instances/list`),
    sql_databases: whole(`${sql}/databases/list`),
    sql_users: whole(`${sql}/users/list`),
    billing_accounts: paged(100, 'billing/docs/reference/rest/v1/billingAccounts/list'),
    deployments: paged(500, 'deployment-manager/docs/reference/latest/deployments/list'),
    repositories: paged(500, 'source-repositories/docs/reference/rest/v1/projects.repos/list'),
    ml_models: paged(100, 'ai-platform/training/docs/reference/rest/v1/projects.models/list'),
    ml_jobs: paged(100, 'ai-platform/training/docs/reference/rest/v1/projects.jobs/list'),
    scheduled_jobs: paged(500, 'scheduler/docs/reference/rest/v1/projects.locations.jobs/list'),
    dataproc_clusters: paged(1000, 'dataproc/docs/reference/rest/v1/projects.regions.clusters/list'),
    services: {
      listing: {
        leavesOut: ['disabled'],
        paging: 'cursor',
        page: `${docs}/service-usage/docs/reference/rest/v1/services/list`,
      },
      ceilings: { pageSize: 200, page: `${docs}/service-usage/docs/reference/rest/v1/services/list` },
    },
    assets: {
      ceilings: { pageSize: 500, page: `${docs}/asset-inventory/docs/reference/rest/v1/TopLevel/searchAllResources` },
    },
    asset_policies: {
      ceilings: { pageSize: 500, page: `${docs}/asset-inventory/docs/reference/rest/v1/TopLevel/searchAllIamPolicies` },
    },
    dns_zones: older(`${dns}/managedZones/list`),
    dns_policies: older(`${dns}/policies/list`),
    dns_records: older(`${dns}/resourceRecordSets/list`),
    bigquery_datasets: older(`${bigQuery}/datasets/list`),
    bigquery_jobs: older(`${bigQuery}/jobs/list`),
    sql_backups: older(`${sql}/backupRuns/list`),
    log_entries: {
      changed: {
        field: 'timestamp',
        inclusive: true,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 300_000 },
        misses:
          'Entries that are written more than five minutes after their timestamp: they may be as old as their bucket keeps any.',
        page: `${docs}/logging/docs/reference/v2/rest/v2/entries/list`,
      },
      deletes: {
        seen: 'absence',
        how: 'Entries are kept as long as their bucket says.',
        page: `${docs}/logging/docs/reference/v2/rest/v2/entries/list`,
      },
      ceilings: { pageSize: 1000, page: `${docs}/logging/docs/reference/v2/rest/v2/entries/list` },
    },
  },
};
