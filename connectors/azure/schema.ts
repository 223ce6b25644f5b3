import { z } from 'zod';

/**
 * Records of Azure Resource Manager. Members specific to a type of resource are in `properties`.
 *
 * @see https://learn.microsoft.com/en-us/azure/azure-resource-manager/management/resource-name-rules
 */

const text = z.string().nullish();
const instant = z.string().nullish().meta({ format: 'date-time' });
const open = z.record(z.string(), z.json()).nullish();
/** Always present, although descriptions do not require it. */
const id = z.string().optional().meta({ title: 'Id', help: 'A path that begins with `/subscriptions/`.' });
const own = { id, name: text, type: text };

export const Resource = z.object({
  ...own,
  location: text,
  tags: z.record(z.string(), z.string()).nullish(),
  properties: open,
});
/** What belongs to a resource, or rules over resources. */
export const Part = z.object({ ...own, properties: open });

export const Subscription = z.object({
  id,
  subscriptionId: text,
  tenantId: text,
  displayName: text,
  state: text.meta({ title: 'Enabled, Warned, PastDue, Disabled or Deleted' }),
});
export const Tenant = z.object({ id, tenantId: text, displayName: text, defaultDomain: text });
export const ResourceGroup = Resource.omit({ type: true });
export const Location = z.object({ id, name: text, displayName: text, regionalDisplayName: text });
export const Provider = z.object({ id, namespace: text, registrationState: text });
export const TagName = z.object({ id, tagName: text, count: open });

/**
 * A row of a query over all subscriptions. @see
 * https://learn.microsoft.com/en-us/azure/governance/resource-graph/concepts/query-language
 */
export const Row = z.object({
  id,
  name: text,
  type: text,
  location: text,
  resourceGroup: text,
  subscriptionId: text,
  tenantId: text,
  kind: text,
  tags: open,
  properties: open,
});

/** @see https://learn.microsoft.com/en-us/rest/api/monitor/activity-logs/list#eventdata */
export const ActivityEvent = z.object({
  eventDataId: id,
  id: text,
  eventTimestamp: instant,
  submissionTimestamp: instant,
  caller: text,
  correlationId: text,
  operationId: text,
  level: text,
  resourceId: text,
  resourceGroupName: text,
  subscriptionId: text,
  operationName: open,
  category: open,
  status: open,
  subStatus: open,
  authorization: open,
  claims: open,
  properties: open,
});
