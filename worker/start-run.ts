import type { Client } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';
import type { RunInput } from '../activities/types.ts';
import { toId } from '../core/ids.ts';

/** A start that takes longer is given up and tried again by the relay. */
const startTimeoutMs = 10_000;

/** The one workflow type; the name of the function in `workflows/`. */
export const integrationRunType = 'integrationRun';

/** Ids only: search attributes are never encrypted. */
export const searchAttributes = {
  organization: defineSearchAttributeKey('HubOrg', SearchAttributeType.KEYWORD),
  integration: defineSearchAttributeKey('HubIntegration', SearchAttributeType.KEYWORD),
  /** Service types of its connections. */
  connectors: defineSearchAttributeKey('HubConnectors', SearchAttributeType.KEYWORD_LIST),
  trigger: defineSearchAttributeKey('HubTrigger', SearchAttributeType.KEYWORD),
};

/** A run to be started, and what it can be searched by. */
export interface StartableRun {
  orgId: string;
  integrationId: string;
  runId: string;
  trigger: string;
  connectors: readonly string[];
  /** Default: false. What the run did before is in the database, so that every step may be repeated. */
  anew?: boolean;
}

/**
 * Starts the workflow of a run, under the run's id.
 *
 * Asks for an eager start: where this process also runs workflows, the first task comes with the answer.
 *
 * @param run.anew Ends a workflow that the run has already, and starts another.
 * @throws {WorkflowExecutionAlreadyStartedError} when it was started before, also when it is over; not with `anew`.
 */
export async function startRun(client: Client, taskQueue: string, run: StartableRun): Promise<void> {
  const input: RunInput = {
    v: 1,
    orgId: toId('organization', run.orgId),
    integrationId: toId('integration', run.integrationId),
    runId: toId('run', run.runId),
  };
  await client.withDeadline(Date.now() + startTimeoutMs, () =>
    client.workflow.start(integrationRunType, {
      taskQueue,
      workflowId: input.runId,
      args: [input],
      ...(run.anew === true
        ? { workflowIdReusePolicy: 'ALLOW_DUPLICATE', workflowIdConflictPolicy: 'TERMINATE_EXISTING' }
        : { workflowIdReusePolicy: 'REJECT_DUPLICATE', workflowIdConflictPolicy: 'FAIL' }),
      requestEagerStart: true,
      staticSummary: `Run of ${input.integrationId}`,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: searchAttributes.organization, value: input.orgId },
        { key: searchAttributes.integration, value: input.integrationId },
        { key: searchAttributes.connectors, value: [...run.connectors] },
        { key: searchAttributes.trigger, value: run.trigger },
      ]),
      priority: { fairnessKey: input.orgId },
    }),
  );
}
