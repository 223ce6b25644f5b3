import { z } from 'zod';
import { cancelRun } from '../../services/runs/cancel-run.ts';
import { explainRunRecord } from '../../services/runs/explain-run-record.ts';
import { getAnsweredRun, getRunInput } from '../../services/triggers/respond/get-answered-run.ts';
import { listDeadLetters, listDeadLettersInput } from '../../services/runs/list-dead-letters.ts';
import { listIntegrationRuns } from '../../services/runs/list-integration-runs.ts';
import { listRunLogs, listRunLogsInput } from '../../services/runs/list-run-logs.ts';
import { listRunSteps } from '../../services/runs/list-run-steps.ts';
import { listIntegrationRunsInput, listRuns, listRunsInput } from '../../services/runs/list-runs.ts';
import { dismissedRecords, dismissRecords, dismissRecordsInput } from '../../services/runs/retry/dismiss-records.ts';
import { retryRecords, retryRecordsInput } from '../../services/runs/retry/retry-records.ts';
import { retryRun, retryRunInput } from '../../services/runs/retry/retry-run.ts';
import { rehearsalRecord, rehearseRunInput } from '../../services/runs/rehearse/rehearsal.ts';
import { rehearseRun } from '../../services/runs/rehearse/rehearse-run.ts';
import { deadLetterRecord } from '../../services/runs/dead-letter.ts';
import { runLogRecord } from '../../services/runs/run-log.ts';
import { runRecord } from '../../services/runs/run.ts';
import { runRecordExplanation } from '../../services/runs/run-record-explanation.ts';
import { runStepRecord } from '../../services/runs/run-step.ts';
import { awaitRun } from '../answers/await-run.ts';
import { integrationBytesMax } from '../requests/read-json.ts';
import { defineRoute } from '../route.ts';
import { toList } from '../answers/to-list.ts';

const tag = 'Runs';

export const runRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/runs',
      operationId: 'listRuns',
      tag,
      summary: 'List runs',
      description: 'Newest first.',
      scope: 'runs:read',
      query: listRunsInput,
      status: 200,
      data: z.array(runRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listRuns({ ctx, input: query })),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/integrations/{id}/runs',
      operationId: 'listIntegrationRuns',
      tag,
      summary: 'List the runs of an integration',
      description: 'Newest first.',
      scope: 'runs:read',
      query: listIntegrationRunsInput,
      status: 200,
      data: z.array(runRecord),
      paginated: true,
    },
    async ({ ctx, id, query }) => toList(await listIntegrationRuns({ ctx, input: { ...query, id } })),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/runs/{id}',
      operationId: 'getRun',
      tag,
      summary: 'Get a run',
      scope: 'runs:read',
      query: getRunInput,
      status: 200,
      data: runRecord,
    },
    async ({ ctx, id, query }) => ({ data: await getAnsweredRun({ ctx, input: { ...query, id } }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/runs/{id}/steps',
      operationId: 'listRunSteps',
      tag,
      summary: 'List the steps of a run',
      description:
        'How far the run has come with each component of its flow, in the order in which a record meets them.',
      scope: 'runs:read',
      status: 200,
      data: z.array(runStepRecord),
    },
    async ({ ctx, id }) => ({ data: await listRunSteps({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/runs/{id}/logs',
      operationId: 'listRunLogs',
      tag,
      summary: 'List the log of a run',
      description:
        'Changes of status, waits, retries, refused credentials and output of scripts, oldest first. With `after`, only later entries.',
      scope: 'runs:read',
      query: listRunLogsInput,
      status: 200,
      data: z.array(runLogRecord),
      paginated: true,
    },
    async ({ ctx, id, query }) => toList(await listRunLogs({ ctx, input: { ...query, id } })),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/runs/{id}/records',
      operationId: 'listFailedRecords',
      tag,
      summary: 'List the records that a run could not process',
      description: 'Oldest first, their values masked. A record that fails again in a retry is listed there.',
      scope: 'runs:read',
      also: 'records:read',
      query: listDeadLettersInput,
      status: 200,
      data: z.array(deadLetterRecord),
      paginated: true,
    },
    async ({ ctx, id, query }) => toList(await listDeadLetters({ ctx, input: { ...query, id } })),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/runs/{id}/records/{key}/explanation',
      operationId: 'explainRunRecord',
      tag,
      summary: 'Explain what a run did with a record',
      description:
        'By the key of its source record: what became of it and why, rule by rule, under the revision of the run. A failed record is explained as it was kept, others as the source has them now. Values are shown as their shapes; with the scope `connections:read` as they are, but for sensitive ones.',
      scope: 'runs:read',
      also: 'records:read',
      status: 200,
      data: runRecordExplanation,
      errors: ['invalid_state', 'upstream_error', 'upstream_timeout', 'quota_exceeded'],
    },
    async ({ ctx, id, params }) => ({
      data: await explainRunRecord({ ctx, input: { id, key: params['key'] ?? '' } }),
    }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/runs/{id}/rehearse',
      operationId: 'rehearseRun',
      tag,
      summary: 'Rehearse a run with another definition',
      description:
        'Plays the newest revision, another one, your draft or a definition of the body against what the run was given: which steps each item would take, what each action would write, where and why it would fail, and what would be otherwise than in the run. Has no effect: nothing is written to any system. Of a run with one mapping, its failed records are rehearsed: others are not kept.',
      scope: 'integrations:write',
      also: ['runs:read', 'records:read'],
      body: { shape: rehearseRunInput, optional: true, maxBytes: integrationBytesMax },
      status: 200,
      data: rehearsalRecord,
      pure: true,
      errors: ['integration_not_ready', 'invalid_state', 'upstream_error', 'upstream_timeout', 'quota_exceeded'],
    },
    async ({ ctx, id, body }) => ({ data: await rehearseRun({ ctx, input: { ...body, id } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/runs/{id}/cancel',
      operationId: 'cancelRun',
      tag,
      summary: 'Cancel a run',
      description: 'A run at work settles the writes of its page first. Asking twice is no error.',
      scope: 'runs:write',
      status: 202,
      data: runRecord,
      errors: ['run_already_finished'],
    },
    async ({ ctx, id }) => ({ data: await cancelRun({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/runs/{id}/retry',
      operationId: 'retryRun',
      tag,
      summary: 'Retry a run',
      description: 'Creates a new run from one that has ended; it is queued like any other.',
      scope: 'runs:write',
      body: { shape: retryRunInput, optional: true },
      status: 202,
      data: runRecord,
      located: true,
      errors: ['invalid_state', 'integration_not_ready', 'quota_exceeded'],
      outcome: awaitRun,
    },
    async ({ ctx, id, body, base }) => {
      const run = await retryRun({ ctx, input: { id, mode: body.mode } });
      return { data: run, headers: { location: `${base}/runs/${run.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'post',
      path: '/runs/{id}/records/retry',
      operationId: 'retryFailedRecords',
      tag,
      summary: 'Process failed records of a run again',
      description:
        'Makes a run that processes them as they were read then, on the present revision. What fails again is a record of the new run; what a later run wrote since is left alone.',
      scope: 'runs:write',
      body: { shape: retryRecordsInput },
      status: 202,
      data: runRecord,
      located: true,
      errors: ['invalid_state', 'integration_not_ready', 'quota_exceeded'],
      outcome: awaitRun,
    },
    async ({ ctx, id, body, base }) => {
      const { wait: _, ...choice } = body;
      const run = await retryRecords({ ctx, input: { ...choice, id } });
      return { data: run, headers: { location: `${base}/runs/${run.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'post',
      path: '/runs/{id}/records/dismiss',
      operationId: 'dismissFailedRecords',
      tag,
      summary: 'Dismiss failed records of a run',
      description:
        'Nothing is to be done about them: they need no attention any more, and no retry takes them up. `undo` opens them again. Of a flow, their items stay as they are.',
      scope: 'runs:write',
      body: { shape: dismissRecordsInput },
      status: 200,
      data: dismissedRecords,
      errors: ['invalid_state'],
    },
    async ({ ctx, id, body }) => ({ data: await dismissRecords({ ctx, input: { ...body, id } }) }),
  ),
];
