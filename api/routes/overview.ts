import { z } from 'zod';
import { attentionRecord } from '../../services/overview/attention.ts';
import { getRunStats, runStatsInput, runStatsRecord } from '../../services/overview/get-run-stats.ts';
import { listAttention } from '../../services/overview/list-attention.ts';
import {
  failedRecordGroup,
  failedRecordGroupsInput,
  listFailedRecordGroups,
} from '../../services/overview/list-failed-record-groups.ts';
import { listRunAttempts } from '../../services/overview/list-run-attempts.ts';
import { search, searchHit, searchInput } from '../../services/overview/search.ts';
import { recordTrace, traceRecord, traceRecordInput } from '../../services/overview/trace-record.ts';
import { runRecord } from '../../services/runs/run.ts';
import { defineRoute } from '../route.ts';

const tag = 'Overview';

/** What is read across connections, integrations and runs. */
export const overviewRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/attention',
      operationId: 'listAttention',
      tag,
      summary: 'List what needs a person',
      description:
        'Connections that do not work, integrations whose last run failed, records that failed and were not processed since, ' +
        'endpoints that take no events, and schedules that missed a time in the last day. The worst first, at most 50 of a ' +
        'kind. Kinds that the scopes of the caller do not cover are left out.',
      scope: 'runs:read',
      status: 200,
      data: z.array(attentionRecord),
    },
    async ({ ctx }) => ({ data: await listAttention({ ctx }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/search',
      operationId: 'search',
      tag,
      summary: 'Find by name or id',
      description:
        'Integrations, connections, accounts, lookup tables, calendars and webhook endpoints by a part of their name, and these and runs ' +
        'by their id. At most eight of a kind; kinds that the scopes of the caller do not cover are left out.',
      scope: 'integrations:read',
      query: searchInput,
      status: 200,
      data: z.array(searchHit),
    },
    async ({ ctx, query }) => ({ data: await search({ ctx, input: query }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/stats/runs',
      operationId: 'getRunStats',
      tag,
      summary: 'Count runs over time',
      description:
        'By the hour or day in which they ended, by status, and the busiest integrations. Counts are kept for 400 days, and ' +
        'those of runs that were purged since are in them.',
      scope: 'runs:read',
      query: runStatsInput,
      status: 200,
      data: runStatsRecord,
    },
    async ({ ctx, query }) => ({ data: await getRunStats({ ctx, input: query }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/failed-records/groups',
      operationId: 'listFailedRecordGroups',
      tag,
      summary: 'Group the failed records of all runs',
      description:
        'By integration, code, field and step: those that no run has processed since, of the newest 10000. `POST ' +
        '/runs/{id}/records/retry` processes those of a run again.',
      scope: 'runs:read',
      also: 'records:read',
      query: failedRecordGroupsInput,
      status: 200,
      data: z.array(failedRecordGroup),
    },
    async ({ ctx, query }) => ({ data: await listFailedRecordGroups({ ctx, input: query }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/runs/{id}/attempts',
      operationId: 'listRunAttempts',
      tag: 'Runs',
      summary: 'List the attempts of a run',
      description: 'The run that was retried in the beginning, and its retries; the first one first, at most 100.',
      scope: 'runs:read',
      status: 200,
      data: z.array(runRecord),
    },
    async ({ ctx, id }) => ({ data: await listRunAttempts({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/integrations/{id}/records/trace',
      operationId: 'traceRecord',
      tag: 'Runs',
      summary: 'Trace a record over all runs',
      description:
        'Its effects in the target, the times that it failed, and the changes of it that a flow carried: the newest first, at ' +
        'most 100 of each.',
      scope: 'runs:read',
      also: 'records:read',
      query: traceRecordInput,
      status: 200,
      data: recordTrace,
    },
    async ({ ctx, id, query }) => ({ data: await traceRecord({ ctx, input: { id, key: query.key } }) }),
  ),
];
