import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import { people } from './people.ts';
import { counted, listOf, send } from './protocol.ts';
import * as schemas from './schema.ts';

/** @see https://docs.datadoghq.com/api/latest/security-monitoring/#search-security-findings */
const byCursor = (pageSize: number): GivenPages['paginate'] => ({
  kind: 'cursor',
  parameter: 'page[cursor]',
  path: 'meta.page.after',
  sizeParameter: 'page[limit]',
  pageSize,
});

const day = 86_400_000;

/** Events of a window; without one, those of the last minutes are listed only. */
const windows = (historyDays: number): GivenPages['incremental'] => ({
  kind: 'time_window',
  from: 'filter[from]',
  to: 'filter[to]',
  spanMs: 7 * day,
  historyMs: historyDays * day,
});

export const objects: Readonly<Record<string, HttpObject>> = {
  ...people,
  security_signals: listOf(
    {
      title: 'Security signals',
      path: '/api/v2/security_monitoring/signals',
      docs: 'security-monitoring/#get-a-quick-list-of-security-signals',
      query: { sort: 'timestamp' },
      schema: schemas.SecuritySignal,
      paginate: byCursor(1000),
      // Signals are kept for 15 months. @see https://docs.datadoghq.com/data_security/data_retention_periods/
      incremental: windows(450),
    },
    {
      update: idempotent(
        send('PATCH', '/api/v2/security_monitoring/signals/{id}/state', {
          'data.type': 'signal_metadata',
          'data.attributes': '{$record}',
        }),
      ),
    },
  ),
  security_findings: listOf({
    title: 'Security findings',
    path: '/api/v2/security/findings',
    docs: 'security-monitoring/#list-security-findings',
    query: { sort: '@detection_changed_at' },
    schema: schemas.SecurityFinding,
    paginate: byCursor(150),
  }),
  detection_rules: listOf({
    title: 'Detection rules',
    path: '/api/v2/security_monitoring/rules',
    docs: 'security-monitoring/#list-rules',
    schema: schemas.DetectionRule,
    paginate: counted(0),
    find: true,
  }),
  audit_logs: listOf({
    title: 'Audit logs',
    path: '/api/v2/audit/events',
    docs: 'audit/#get-a-list-of-audit-logs-events',
    query: { sort: 'timestamp' },
    schema: schemas.AuditLog,
    paginate: byCursor(1000),
    // Events are kept for 7 days, and at most for 90. @see https://docs.datadoghq.com/data_security/data_retention_periods/
    incremental: windows(90),
  }),
  incidents: listOf(
    {
      title: 'Incidents',
      path: '/api/v2/incidents',
      docs: 'incidents/#get-a-list-of-incidents',
      schema: schemas.Incident,
      paginate: { kind: 'offset', parameter: 'page[offset]', sizeParameter: 'page[size]', pageSize: 100 },
    },
    {
      create: nonIdempotent(
        send('POST', '/api/v2/incidents', { 'data.type': 'incidents', 'data.attributes': '{$record}' }),
        { targetIdPath: 'data.id' },
      ),
      update: idempotent(
        send('PATCH', '/api/v2/incidents/{id}', {
          'data.id': '{id}',
          'data.type': 'incidents',
          'data.attributes': '{$record}',
        }),
      ),
    },
  ),
  cases: listOf(
    {
      title: 'Cases',
      path: '/api/v2/cases',
      docs: 'case-management/#search-cases',
      query: { 'sort[field]': 'created_at', 'sort[asc]': 'true' },
      schema: schemas.Case,
      paginate: counted(1),
    },
    {
      create: nonIdempotent(
        send('POST', '/api/v2/cases', {
          'data.type': 'case',
          'data.attributes.title': '{title}',
          'data.attributes.description': '{description}',
          'data.attributes.priority': '{priority}',
          'data.attributes.type_id': '{type_id}',
          'data.relationships.project.data.id': '{project_id}',
          'data.relationships.project.data.type': 'project',
        }),
        { targetIdPath: 'data.id', schema: schemas.NewCase },
      ),
    },
  ),
  monitors: listOf(
    {
      title: 'Monitors',
      path: '/api/v1/monitor',
      docs: 'monitors/#get-all-monitors',
      format: { kind: 'json' },
      extract: {},
      schema: schemas.Monitor,
      // @see https://docs.datadoghq.com/api/latest/monitors/#get-all-monitors
      paginate: {
        kind: 'keyset',
        parameter: 'id_offset',
        fields: ['id'],
        first: '0',
        sizeParameter: 'page_size',
        pageSize: 1000,
      },
      find: true,
    },
    {
      create: nonIdempotent('POST /api/v1/monitor', { targetIdPath: 'id' }),
      update: idempotent('PUT /api/v1/monitor/{id}'),
      delete: idempotent('DELETE /api/v1/monitor/{id}'),
    },
  ),
  hosts: listOf({
    title: 'Hosts',
    path: '/api/v1/hosts',
    docs: 'hosts/#get-all-hosts-for-your-organization',
    recordsPath: 'host_list',
    extract: {},
    schema: schemas.Host,
    paginate: {
      kind: 'offset',
      parameter: 'start',
      sizeParameter: 'count',
      pageSize: 1000,
      totalPath: 'total_matching',
    },
  }),
};
