import { z } from 'zod';
import {
  auditExportLine,
  exportAuditEvents,
  exportAuditEventsInput,
} from '../../services/audit-events/export-audit-events.ts';
import { getAuditEvent } from '../../services/audit-events/get-audit-event.ts';
import { listAuditEvents, listAuditEventsInput } from '../../services/audit-events/list-audit-events.ts';
import {
  auditVerification,
  verifyAuditEvents,
  verifyAuditEventsInput,
} from '../../services/audit-events/verify-audit-events.ts';
import { auditEventRecord } from '../../services/audit-events/audit-event.ts';
import { defineRoute, defineStream } from '../route.ts';
import { toList } from '../answers/to-list.ts';

const tag = 'Audit log';

export const auditEventRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/audit-events',
      operationId: 'listAuditEvents',
      tag,
      summary: 'List audit events',
      description: 'Newest first.',
      scope: 'audit:read',
      query: listAuditEventsInput,
      status: 200,
      data: z.array(auditEventRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listAuditEvents({ ctx, input: query })),
  ),
  defineStream(
    {
      method: 'get',
      path: '/audit-events/export',
      operationId: 'exportAuditEvents',
      tag,
      summary: 'Export audit events',
      description:
        'Lines of JSON (NDJSON): first the checkpoint of the chain, then all sealed events up to it, in the order of their numbers. Without filters the lines prove themselves, also far from the hub.',
      scope: 'audit:read',
      sensitive: true,
      query: exportAuditEventsInput,
      status: 200,
      data: auditExportLine,
      errors: ['quota_exceeded'],
    },
    ({ ctx, query }) => exportAuditEvents({ ctx, input: query }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/audit-events/{id}',
      operationId: 'getAuditEvent',
      tag,
      summary: 'Get an audit event',
      scope: 'audit:read',
      status: 200,
      data: auditEventRecord,
    },
    async ({ ctx, id }) => ({ data: await getAuditEvent({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/audit-events/verify',
      operationId: 'verifyAuditEvents',
      tag,
      summary: 'Verify the audit log',
      description:
        'Whether every event is what the hub wrote and sealed, with none missing and none added. A long log takes several calls: each goes on after the place where the one before ended.',
      scope: 'audit:read',
      body: { shape: verifyAuditEventsInput, optional: true },
      status: 200,
      data: auditVerification,
      pure: true,
    },
    async ({ ctx, body }) => ({ data: await verifyAuditEvents({ ctx, input: body }) }),
  ),
];
