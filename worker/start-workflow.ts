import type { Client } from '@temporalio/client';
import { defineSearchAttributeKey, SearchAttributeType, TypedSearchAttributes } from '@temporalio/common';
import type { RunTrigger } from '../core/enums.ts';
import type { RunInput } from '../core/pure/run-messages.ts';
import { runPriorities } from '../core/run-priorities.ts';
import type { Clock } from '../core/clock.ts';
import { toId } from '../core/ids.ts';
import { toWorkflowId } from '../core/pure/workflow-id.ts';
import { outcomeAttribute } from '../core/pure/search-attributes.ts';

/** A start that takes longer is given up and tried again by the relay. */
const startTimeoutMs = 10_000;

/** The one workflow type; the name of the function in `workflows/`. */
export const integrationRunType = 'integrationRun';

/** Ids and names of integrations only: search attributes are never encrypted. */
export const searchAttributes = {
  organization: defineSearchAttributeKey('HubOrg', SearchAttributeType.KEYWORD),
  integration: defineSearchAttributeKey('HubIntegration', SearchAttributeType.KEYWORD),
  /** Service types of its connections. */
  connectors: defineSearchAttributeKey('HubConnectors', SearchAttributeType.KEYWORD_LIST),
  trigger: defineSearchAttributeKey('HubTrigger', SearchAttributeType.KEYWORD),
  name: defineSearchAttributeKey('HubIntegrationName', SearchAttributeType.KEYWORD),
  /** The workflow sets it at its end, where it was started with it. */
  outcome: defineSearchAttributeKey(outcomeAttribute, SearchAttributeType.KEYWORD),
};

/** Where workflows are started. */
export interface WorkflowStarter {
  client: Client;
  taskQueue: string;
  clock: Pick<Clock, 'now'>;
}

/** A run to be started, and what it can be searched by. */
export interface StartableRun {
  orgId: string;
  integrationId: string;
  runId: string;
  /** Name of the integration. */
  name: string;
  trigger: RunTrigger;
  connectors: readonly string[];
  /** How often it was woken; default: 0. */
  wakes?: number | undefined;
  /** Default: false. What the run did before is in the database, so that every step may be repeated. */
  replace?: boolean;
}

/**
 * Starts the workflow of a run, under the run's id and the number of its wake.
 *
 * In a namespace that lacks the newer search attributes it is started without them, so that an upgrade needs no work on
 * the cluster first.
 *
 * Asks for an eager start: where this process also runs workflows, the first task comes with the answer.
 *
 * @param run.replace Ends a workflow that the run has already, and starts another.
 * @throws {WorkflowExecutionAlreadyStartedError} when it was started before, also when it is over; not with `replace`.
 */
export async function startWorkflow({ client, taskQueue, clock }: WorkflowStarter, run: StartableRun): Promise<void> {
  const input: RunInput = {
    v: 1,
    orgId: toId('organization', run.orgId),
    integrationId: toId('integration', run.integrationId),
    runId: toId('run', run.runId),
    ...(run.wakes === undefined || run.wakes === 0 ? {} : { wake: run.wakes }),
  };
  const trigger: string = run.trigger;
  const known = [
    { key: searchAttributes.organization, value: input.orgId },
    { key: searchAttributes.integration, value: input.integrationId },
    { key: searchAttributes.connectors, value: [...run.connectors] },
    { key: searchAttributes.trigger, value: trigger },
  ];
  const shown = [
    { key: searchAttributes.name, value: run.name },
    { key: searchAttributes.outcome, value: 'running' },
  ];
  const start = (attributes: typeof known): Promise<unknown> =>
    client.withDeadline(clock.now() + startTimeoutMs, () =>
      client.workflow.start(integrationRunType, {
        taskQueue,
        workflowId: toWorkflowId(input.runId, run.wakes ?? 0),
        args: [input],
        ...(run.replace === true
          ? { workflowIdReusePolicy: 'ALLOW_DUPLICATE', workflowIdConflictPolicy: 'TERMINATE_EXISTING' }
          : { workflowIdReusePolicy: 'REJECT_DUPLICATE', workflowIdConflictPolicy: 'FAIL' }),
        requestEagerStart: true,
        staticSummary: run.name,
        staticDetails: describeRun(run, input),
        typedSearchAttributes: new TypedSearchAttributes(attributes),
        priority: { fairnessKey: input.orgId, priorityKey: runPriorities[run.trigger] },
      }),
    );
  await start([...known, ...shown]).catch((error: unknown) => {
    if (!lacksAttributes(error)) throw error;
    return start(known);
  });
}

/** What a person sees of a run in the Temporal UI, whatever it is doing; names of connectors and ids need no escaping. */
function describeRun({ connectors, trigger }: StartableRun, { runId, integrationId, orgId }: RunInput): string {
  return [
    `- integration: \`${integrationId}\``,
    `- run: \`${runId}\`, started by ${trigger}`,
    `- connectors: ${connectors.join(', ')}`,
    `- organization: \`${orgId}\``,
  ].join('\n');
}

/** The namespace has no search attribute of that name. */
function lacksAttributes(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  const text = cause instanceof Error ? cause.message : '';
  return [searchAttributes.name, searchAttributes.outcome].some(({ name }) => text.includes(name));
}
