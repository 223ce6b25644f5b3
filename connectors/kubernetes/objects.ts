import type { z } from 'zod';
import type { GivenRequest, HttpWrite } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf } = restApi({
  docs: (page) => `https://kubernetes.io/docs/reference/kubernetes-api/${page}`,
  records: { recordsPath: 'items' },
  // @see https://kubernetes.io/docs/reference/using-api/api-concepts/#retrieving-large-results-sets-in-chunks
  paginate: { kind: 'cursor', parameter: 'continue', path: 'metadata.continue', sizeParameter: 'limit', pageSize: 500 },
  pages: { expired: { status: 410 } },
});

interface Kind {
  title: string;
  /** `apps/v1`; `v1` alone is the core group. */
  version: string;
  kind: string;
  /** Its name in addresses. */
  plural: string;
  docs: string;
  schema: z.ZodType;
  /** Members beside the metadata that are written. */
  members?: readonly string[];
  isDeletable?: boolean;
  isOfCluster?: boolean;
}

/**
 * Server-side apply: makes the object or changes the fields that are given, and takes them from other managers. Fields that the
 * hub gave before and no longer gives are removed.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
function apply({ version, kind, members = [] }: Kind, path: string): HttpWrite {
  return idempotent(
    {
      method: 'PATCH',
      path,
      query: { fieldManager: 'integration-hub', force: 'true' },
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: { apiVersion: version, kind },
      bodyFields: Object.fromEntries(['metadata', ...members].map((member) => [member, `{${member}}`])),
    },
    { keepsKey: true },
  );
}

/**
 * With what belongs to the object: the pods of a job would stay otherwise.
 *
 * @see https://kubernetes.io/docs/concepts/architecture/garbage-collection/#orphaned-dependents
 */
function removal(path: string): GivenRequest {
  return { method: 'DELETE', path, query: { propagationPolicy: 'Background' } };
}

/** All objects of a kind, of every namespace where it has some. */
function objectsOf(given: Kind): HttpObject {
  const { title, version, plural, docs, schema, members, isOfCluster = false } = given;
  const { isDeletable = members !== undefined } = given;
  const group = version === 'v1' ? '/api/v1' : `/apis/${version}`;
  const list = `${group}/${plural}`;
  const path = isOfCluster
    ? `${list}/{metadata.name}`
    : `${group}/namespaces/{metadata.namespace}/${plural}/{metadata.name}`;
  const key = isOfCluster ? 'metadata.name' : ['metadata.namespace', 'metadata.name'];
  const written = members === undefined ? {} : { upsert: apply(given, path) };
  const removed = isDeletable ? { delete: idempotent(removal(path)) } : {};
  return listOf({ title, path: list, docs, key, schema, find: isOfCluster }, { ...written, ...removed });
}

const rbac = 'rbac.authorization.k8s.io/v1';

export const objects: Readonly<Record<string, HttpObject>> = {
  nodes: objectsOf({
    title: 'Nodes',
    version: 'v1',
    kind: 'Node',
    plural: 'nodes',
    docs: 'cluster-resources/node-v1/',
    schema: schemas.Node,
    isOfCluster: true,
  }),
  namespaces: objectsOf({
    title: 'Namespaces',
    version: 'v1',
    kind: 'Namespace',
    plural: 'namespaces',
    docs: 'cluster-resources/namespace-v1/',
    schema: schemas.Namespace,
    members: ['spec'],
    isOfCluster: true,
  }),
  pods: objectsOf({
    title: 'Pods',
    version: 'v1',
    kind: 'Pod',
    plural: 'pods',
    docs: 'workload-resources/pod-v1/',
    schema: schemas.Pod,
    isDeletable: true,
  }),
  deployments: objectsOf({
    title: 'Deployments',
    version: 'apps/v1',
    kind: 'Deployment',
    plural: 'deployments',
    docs: 'workload-resources/deployment-v1/',
    schema: schemas.Deployment,
    members: ['spec'],
  }),
  stateful_sets: objectsOf({
    title: 'Stateful sets',
    version: 'apps/v1',
    kind: 'StatefulSet',
    plural: 'statefulsets',
    docs: 'workload-resources/stateful-set-v1/',
    schema: schemas.Workload,
    members: ['spec'],
  }),
  daemon_sets: objectsOf({
    title: 'Daemon sets',
    version: 'apps/v1',
    kind: 'DaemonSet',
    plural: 'daemonsets',
    docs: 'workload-resources/daemon-set-v1/',
    schema: schemas.Workload,
    members: ['spec'],
  }),
  jobs: objectsOf({
    title: 'Jobs',
    version: 'batch/v1',
    kind: 'Job',
    plural: 'jobs',
    docs: 'workload-resources/job-v1/',
    schema: schemas.Workload,
    members: ['spec'],
  }),
  cron_jobs: objectsOf({
    title: 'Cron jobs',
    version: 'batch/v1',
    kind: 'CronJob',
    plural: 'cronjobs',
    docs: 'workload-resources/cron-job-v1/',
    schema: schemas.Workload,
    members: ['spec'],
  }),
  services: objectsOf({
    title: 'Services',
    version: 'v1',
    kind: 'Service',
    plural: 'services',
    docs: 'service-resources/service-v1/',
    schema: schemas.Workload,
    members: ['spec'],
  }),
  ingresses: objectsOf({
    title: 'Ingresses',
    version: 'networking.k8s.io/v1',
    kind: 'Ingress',
    plural: 'ingresses',
    docs: 'service-resources/ingress-v1/',
    schema: schemas.Workload,
    members: ['spec'],
  }),
  network_policies: objectsOf({
    title: 'Network policies',
    version: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    plural: 'networkpolicies',
    docs: 'policy-resources/network-policy-v1/',
    schema: schemas.Specified,
    members: ['spec'],
  }),
  config_maps: objectsOf({
    title: 'Config maps',
    version: 'v1',
    kind: 'ConfigMap',
    plural: 'configmaps',
    docs: 'config-and-storage-resources/config-map-v1/',
    schema: schemas.ConfigMap,
    members: ['data'],
  }),
  persistent_volume_claims: objectsOf({
    title: 'Persistent volume claims',
    version: 'v1',
    kind: 'PersistentVolumeClaim',
    plural: 'persistentvolumeclaims',
    docs: 'config-and-storage-resources/persistent-volume-claim-v1/',
    schema: schemas.Workload,
    members: ['spec'],
  }),
  service_accounts: objectsOf({
    title: 'Service accounts',
    version: 'v1',
    kind: 'ServiceAccount',
    plural: 'serviceaccounts',
    docs: 'authentication-resources/service-account-v1/',
    schema: schemas.ServiceAccount,
    members: [],
  }),
  roles: objectsOf({
    title: 'Roles',
    version: rbac,
    kind: 'Role',
    plural: 'roles',
    docs: 'authorization-resources/role-v1/',
    schema: schemas.Role,
    members: ['rules'],
  }),
  role_bindings: objectsOf({
    title: 'Role bindings',
    version: rbac,
    kind: 'RoleBinding',
    plural: 'rolebindings',
    docs: 'authorization-resources/role-binding-v1/',
    schema: schemas.RoleBinding,
    members: ['subjects', 'roleRef'],
  }),
  cluster_roles: objectsOf({
    title: 'Cluster roles',
    version: rbac,
    kind: 'ClusterRole',
    plural: 'clusterroles',
    docs: 'authorization-resources/cluster-role-v1/',
    schema: schemas.Role,
    members: ['rules'],
    isOfCluster: true,
  }),
  cluster_role_bindings: objectsOf({
    title: 'Cluster role bindings',
    version: rbac,
    kind: 'ClusterRoleBinding',
    plural: 'clusterrolebindings',
    docs: 'authorization-resources/cluster-role-binding-v1/',
    schema: schemas.RoleBinding,
    members: ['subjects', 'roleRef'],
    isOfCluster: true,
  }),
  events: objectsOf({
    title: 'Events',
    version: 'v1',
    kind: 'Event',
    plural: 'events',
    docs: 'cluster-resources/event-v1/',
    schema: schemas.Event,
  }),
};
