import { z } from 'zod';
import { getWorkflow } from '../../services/triggers/get-workflow.ts';
import { listHookEvents, listHookEventsInput } from '../../services/triggers/list-hook-events.ts';
import { listWorkflows, listWorkflowsInput } from '../../services/triggers/list-workflows.ts';
import { hookCredentialsInput, replaceHookCredentials } from '../../services/triggers/replace-hook-credentials.ts';
import { hookEventRecord } from '../../services/triggers/hook-event.ts';
import { workflowRecord } from '../../services/triggers/workflow.ts';
import { getScheduleWeek, scheduleWeekInput, scheduleWeekRecord } from '../../services/schedules/get-schedule-week.ts';
import { listTicks, listTicksInput } from '../../services/schedules/list-ticks.ts';
import {
  previewSchedule,
  previewScheduleInput,
  schedulePreviewRecord,
} from '../../services/schedules/preview-schedule.ts';
import { tickRecord } from '../../services/schedules/tick.ts';
import { pauseWorkflow, resumeWorkflow } from '../../services/triggers/pause-workflow.ts';
import { defineRoute } from '../route.ts';
import { toList } from '../answers/to-list.ts';

const tag = 'Workflows';

export const workflowRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/workflows',
      operationId: 'listWorkflows',
      tag,
      summary: 'List workflows',
      description: 'One for each trigger of an integration, and always one that is started by hand.',
      scope: 'workflows:read',
      query: listWorkflowsInput,
      status: 200,
      data: z.array(workflowRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listWorkflows({ ctx, input: query })),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/workflows/week',
      operationId: 'getScheduleWeek',
      tag,
      summary: 'Get a week of all schedules',
      description:
        'Day by day: what became of the times that were due, and which are to come, also of paused schedules.',
      scope: 'workflows:read',
      query: scheduleWeekInput,
      status: 200,
      data: scheduleWeekRecord,
    },
    async ({ ctx, query }) => ({ data: await getScheduleWeek({ ctx, input: query }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/workflows/{id}',
      operationId: 'getWorkflow',
      tag,
      summary: 'Get a workflow',
      scope: 'workflows:read',
      status: 200,
      data: workflowRecord,
    },
    async ({ ctx, id }) => ({ data: await getWorkflow({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/workflows/{id}/pause',
      operationId: 'pauseWorkflow',
      tag,
      summary: 'Pause a workflow',
      description:
        'It starts nothing until it is resumed, also while its integration is active. Runs under way go on. Does nothing where it is paused.',
      scope: 'workflows:write',
      status: 200,
      data: workflowRecord,
    },
    async ({ ctx, id }) => ({ data: await pauseWorkflow({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/workflows/{id}/resume',
      operationId: 'resumeWorkflow',
      tag,
      summary: 'Resume a workflow',
      description:
        'A schedule starts no run for the times that came meanwhile; events that were accepted meanwhile have their run. Does nothing where it is not paused.',
      scope: 'workflows:write',
      status: 200,
      data: workflowRecord,
    },
    async ({ ctx, id }) => ({ data: await resumeWorkflow({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/workflows/{id}/ticks',
      operationId: 'listTicks',
      tag,
      summary: 'List the ticks of a schedule',
      description:
        'Newest first: every time that the schedule asked for, whether it made a run, and why not. Kept as long as runs.',
      scope: 'workflows:read',
      query: listTicksInput,
      status: 200,
      data: z.array(tickRecord),
      paginated: true,
    },
    async ({ ctx, id, query }) => toList(await listTicks({ ctx, input: { ...query, id } })),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/workflows/preview-schedule',
      operationId: 'previewSchedule',
      tag,
      summary: 'Preview a schedule',
      description: 'The next ten times of a schedule, which need not be saved.',
      scope: 'integrations:read',
      body: { shape: previewScheduleInput },
      status: 200,
      data: schedulePreviewRecord,
      pure: true,
    },
    ({ ctx, body }) => ({ data: previewSchedule({ ctx, input: body }) }),
  ),
  defineRoute(
    {
      method: 'put',
      path: '/workflows/{id}/hook-credentials',
      operationId: 'replaceHookCredentials',
      tag,
      summary: 'Say what deliveries to a hook are checked by',
      description:
        'Of a workflow that a vendor starts: the secret that the vendor signs with, or whatever else the `triggers` of its connector ask for. What was said before counts as well for the overlap.',
      scope: 'workflows:write',
      body: { shape: hookCredentialsInput },
      status: 200,
      data: workflowRecord,
      errors: ['integration_not_ready'],
    },
    async ({ ctx, id, body }) => ({ data: await replaceHookCredentials({ ctx, input: { ...body, id } }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/workflows/{id}/hook-events',
      operationId: 'listHookEvents',
      tag,
      summary: 'List the events that a hook accepted',
      description: 'Newest first, with the run that each one started. Stored for 30 days.',
      scope: 'workflows:read',
      query: listHookEventsInput,
      status: 200,
      data: z.array(hookEventRecord),
      paginated: true,
    },
    async ({ ctx, id, query }) => toList(await listHookEvents({ ctx, input: { ...query, id } })),
  ),
];
