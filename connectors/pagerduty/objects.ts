import { finds } from '../kit/http/complete-operations.ts';
import type { HttpFind, HttpWrite } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi, withNamed } from '../kit/rest.ts';
import { type Collection, idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, objectOf } = restApi({
  docs: (page) => `https://developer.pagerduty.com/api-reference/${page}`,
  // 100 at most, and 10,000 records in total. @see https://developer.pagerduty.com/docs/pagination
  paginate: { kind: 'offset', parameter: 'offset', sizeParameter: 'limit', pageSize: 100, hasMorePath: 'more' },
  find: false,
});

/** Lists of newer resources, which go on from a cursor. @see https://developer.pagerduty.com/docs/pagination */
const byCursor = {
  kind: 'cursor',
  parameter: 'cursor',
  path: 'next_cursor',
  sizeParameter: 'limit',
  pageSize: 100,
} as const;

/** Records stand in a member of their type's name, in requests and answers. */
const writesOf = (path: string, member: string, more: Partial<Collection> = {}): HttpObject['operations'] =>
  writesAt({ path, member, method: 'PUT', ...more });

/** Writes that PagerDuty makes in a user's name, who is told by a header. @see https://developer.pagerduty.com/docs/authentication */
function writesInName(path: string, member: string): Record<'create' | 'update' | 'delete', HttpWrite> {
  const body = { headers: { from: '{config.from_email}' }, bodyFields: { [member]: '{$record}' } };
  return {
    create: nonIdempotent({ method: 'POST', path, ...body }, { targetIdPath: `${member}.id` }),
    update: idempotent({ method: 'PUT', path: `${path}/{id}`, ...body }),
    delete: idempotent(`DELETE ${path}/{id}`),
  };
}

/** A record by its id, in the member of its type's name. */
function findIn(path: string, member: string): HttpFind {
  const format = { kind: 'json', recordsPath: member } as const;
  return finds({ request: { method: 'GET', path: `${path}/{value}` }, format, notFoundIsAbsent: true });
}

/** All lists end at 10,000 records, so what goes on growing is read since an instant. */
const since = (orderedBy?: string) =>
  ({
    kind: 'server_filter',
    parameter: 'since',
    format: 'iso_s',
    ...(orderedBy === undefined ? {} : { orderedBy }),
  }) as const;

const { create, update } = writesInName('/incidents', 'incident');

/** @see https://developer.pagerduty.com/api-reference/8a0e1aa2ec666-update-an-incident */
const withStatus = (status: string) => ({ type: 'incident_reference', status });

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    {
      title: 'Users',
      path: '/users',
      docs: 'c96e889522dd6-list-users',
      recordsPath: 'users',
      schema: schemas.User,
    },
    { find: findIn('/users', 'user'), ...writesInName('/users', 'user') },
  ),
  teams: listOf(
    { title: 'Teams', path: '/teams', docs: '0138639504311-list-teams', recordsPath: 'teams', schema: schemas.Team },
    writesOf('/teams', 'team'),
  ),
  services: listOf(
    {
      title: 'Services',
      path: '/services',
      docs: 'e960cca205c0f-list-services',
      recordsPath: 'services',
      schema: schemas.Service,
    },
    writesOf('/services', 'service'),
  ),
  incidents: withNamed(
    listOf(
      {
        title: 'Incidents',
        path: '/incidents',
        docs: '9d0b4b12e36f9-list-incidents',
        recordsPath: 'incidents',
        schema: schemas.Incident,
        // Without it, only incidents of the last month are listed.
        query: { date_range: 'all', time_zone: 'UTC' },
      },
      { create, update },
    ),
    {
      acknowledge: { object: 'incidents', operation: 'update', of: 'id', values: withStatus('acknowledged') },
      note: { object: 'incident_notes', operation: 'create', of: 'incident_id' },
      resolve: { object: 'incidents', operation: 'update', of: 'id', values: withStatus('resolved') },
    },
  ),
  incident_notes: objectOf(
    { title: 'Notes on incidents', docs: '9529ec706026d-create-a-note-on-an-incident', key: 'incident_id' },
    {
      create: nonIdempotent(
        {
          method: 'POST',
          path: '/incidents/{incident_id}/notes',
          headers: { from: '{config.from_email}' },
          bodyFields: { 'note.content': '{content}' },
        },
        { targetIdPath: 'note.id' },
      ),
    },
  ),
  log_entries: listOf({
    title: 'Log entries',
    path: '/log_entries',
    docs: 'c661e065403b5-list-log-entries',
    recordsPath: 'log_entries',
    schema: schemas.LogEntry,
    query: { time_zone: 'UTC' },
    incremental: since(),
  }),
  escalation_policies: listOf(
    {
      title: 'Escalation policies',
      path: '/escalation_policies',
      docs: '51b21014a4f5a-list-escalation-policies',
      recordsPath: 'escalation_policies',
      schema: schemas.EscalationPolicy,
    },
    writesOf('/escalation_policies', 'escalation_policy'),
  ),
  schedules: listOf(
    {
      title: 'Schedules',
      path: '/schedules',
      docs: '846ecf84402bb-list-schedules',
      recordsPath: 'schedules',
      schema: schemas.Schedule,
    },
    writesOf('/schedules', 'schedule'),
  ),
  oncalls: listOf({
    title: 'On-calls',
    path: '/oncalls',
    docs: '3a6b910f11050-list-all-of-the-on-calls',
    recordsPath: 'oncalls',
    key: ['escalation_policy.id', 'escalation_level', 'user.id', 'start'],
    schema: schemas.OnCall,
    query: { time_zone: 'UTC' },
  }),
  maintenance_windows: listOf(
    {
      title: 'Maintenance windows',
      path: '/maintenance_windows',
      docs: '4c0936c241cbb-list-maintenance-windows',
      recordsPath: 'maintenance_windows',
      schema: schemas.MaintenanceWindow,
    },
    writesInName('/maintenance_windows', 'maintenance_window'),
  ),
  business_services: listOf(
    {
      title: 'Business services',
      path: '/business_services',
      docs: '15a2d45ecd1a8-list-business-services',
      recordsPath: 'business_services',
      schema: schemas.BusinessService,
    },
    writesOf('/business_services', 'business_service'),
  ),
  priorities: listOf({
    title: 'Priorities',
    path: '/priorities',
    docs: '0fa9ad52bf2d2-list-priorities',
    recordsPath: 'priorities',
    schema: schemas.Priority,
  }),
  vendors: listOf({
    title: 'Vendors',
    path: '/vendors',
    docs: '96fc4fc3d3ae1-list-vendors',
    recordsPath: 'vendors',
    schema: schemas.Vendor,
  }),
  tags: listOf(
    { title: 'Tags', path: '/tags', docs: 'e44b160c69bf3-list-tags', recordsPath: 'tags', schema: schemas.Tag },
    writesOf('/tags', 'tag', { only: ['create', 'delete'] }),
  ),
  change_events: listOf({
    title: 'Change events',
    path: '/change_events',
    docs: '6cd2ce15a10e1-list-change-events',
    recordsPath: 'change_events',
    schema: schemas.ChangeEvent,
    paginate: { kind: 'offset', parameter: 'offset', sizeParameter: 'limit', pageSize: 100 },
    incremental: since(),
  }),
  audit_records: listOf({
    title: 'Audit records',
    path: '/audit/records',
    docs: 'b2dd8f4a5b9d6-list-audit-records',
    recordsPath: 'records',
    schema: schemas.AuditRecord,
    paginate: byCursor,
    incremental: since(),
  }),
  webhook_subscriptions: listOf(
    {
      title: 'Webhook subscriptions',
      path: '/webhook_subscriptions',
      docs: '92dc9680c3b26-list-webhook-subscriptions',
      recordsPath: 'webhook_subscriptions',
      schema: schemas.WebhookSubscription,
    },
    writesOf('/webhook_subscriptions', 'webhook_subscription'),
  ),
  licenses: listOf({
    title: 'Licenses',
    path: '/licenses',
    docs: '4c10cb38f7381-list-licenses',
    recordsPath: 'licenses',
    schema: schemas.License,
    paginate: { kind: 'none' },
  }),
};
