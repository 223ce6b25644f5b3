import { z } from 'zod';

/** Objects of a cluster: the fields that integrations use. @see https://kubernetes.io/docs/reference/kubernetes-api/ */

const text = z.string().nullish();
const amount = z.number().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
const labels = z.record(z.string(), z.string()).nullish();

const metadata = z
  .looseObject({
    name: text.meta({ title: 'Name', example: 'web' }),
    namespace: text.meta({ title: 'Namespace', example: 'default' }),
    uid: text,
    resourceVersion: text,
    generation: amount,
    creationTimestamp: instant,
    deletionTimestamp: instant,
    labels,
    annotations: labels,
  })
  .nullish();

export const Specified = z.looseObject({ metadata, spec: open });
/** What has a state as well. */
export const Workload = Specified.extend({ status: open });

export const Node = z.looseObject({
  metadata,
  spec: z.looseObject({ providerID: text, unschedulable: z.boolean().nullish(), podCIDR: text }).nullish(),
  status: z
    .looseObject({
      capacity: labels,
      allocatable: labels,
      addresses: z.array(z.looseObject({ type: text, address: text })).nullish(),
      nodeInfo: z.looseObject({ kubeletVersion: text, osImage: text, architecture: text }).nullish(),
    })
    .nullish(),
});

export const Namespace = z.looseObject({
  metadata,
  spec: open,
  status: z.looseObject({ phase: text.meta({ title: 'Active or Terminating' }) }).nullish(),
});

export const Pod = z.looseObject({
  metadata,
  spec: z.looseObject({ nodeName: text, serviceAccountName: text, restartPolicy: text }).nullish(),
  status: z
    .looseObject({
      phase: text.meta({ title: 'Pending, Running, Succeeded, Failed or Unknown' }),
      podIP: text,
      hostIP: text,
      startTime: instant,
      reason: text,
    })
    .nullish(),
});

export const Deployment = z.looseObject({
  metadata,
  spec: z.looseObject({ replicas: amount, selector: open, template: open }).nullish(),
  status: z.looseObject({ replicas: amount, readyReplicas: amount, availableReplicas: amount }).nullish(),
});

export const ConfigMap = z.looseObject({ metadata, data: labels });
export const ServiceAccount = z.looseObject({ metadata });
export const Role = z.looseObject({ metadata, rules: z.array(open).nullish() });

export const RoleBinding = z.looseObject({
  metadata,
  subjects: z.array(z.looseObject({ kind: text, name: text, namespace: text })).nullish(),
  roleRef: z.looseObject({ apiGroup: text, kind: text, name: text }).nullish(),
});

export const Event = z.looseObject({
  metadata,
  type: text.meta({ title: 'Normal or Warning' }),
  reason: text,
  message: text,
  count: amount,
  firstTimestamp: instant,
  lastTimestamp: instant,
  involvedObject: z.looseObject({ kind: text, name: text, namespace: text, uid: text }).nullish(),
});
