import { WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { toId } from '../core/ids.ts';
import { toWorkflowId } from '../core/pure/workflow-id.ts';
import { type OutboxKind, type OutboxPayload, outboxPayloads } from '../core/outbox-messages.ts';
import type { Row } from '../drizzle/rows.ts';
import type { integrations, outbox, runs } from '../drizzle/schema/index.ts';
import { startWorkflow, type WorkflowStarter } from './start-workflow.ts';

/** A claimed row of the outbox, with what is known of the run that it names. */
export type OutboxMessage = Row<typeof outbox, 'orgId' | 'id' | 'kind'> & {
  payload: unknown;
  trigger: Row<typeof runs, 'trigger'>['trigger'] | null;
  wakes: Row<typeof runs, 'wakes'>['wakes'] | null;
  /** Of its integration. */
  name: Row<typeof integrations, 'name'>['name'] | null;
  /** Service types that the run reads from and writes to. */
  connectors: string[] | null;
};

type Dispatch = (deps: WorkflowStarter, message: OutboxMessage) => Promise<void>;

/** What becomes of each kind of message. Each may be dispatched twice, and says the same the second time. */
const dispatches: { readonly [Kind in OutboxKind]: Dispatch } = {
  'run.start': define('run.start', async (starter, payload, message) => {
    const starting = startWorkflow(starter, {
      orgId: message.org_id,
      integrationId: payload.integration_id,
      runId: payload.run_id,
      name: message.name ?? '',
      trigger: message.trigger ?? 'manual',
      connectors: message.connectors ?? [],
      wakes: message.wakes ?? 0,
      replace: payload.replace ?? false,
    });
    await starting.catch((error: unknown) => {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    });
  }),
  'run.cancel': define('run.cancel', async ({ client }, payload, { wakes }) => {
    const canceling = client.workflow.getHandle(toWorkflowId(toId('run', payload.run_id), wakes ?? 0)).cancel();
    await canceling.catch((error: unknown) => {
      // Not begun or over: the request in the run's row is enough.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    });
  }),
};

/** Dispatches a message to Temporal. @throws when Temporal does not accept it, or its payload is not of its kind. */
export function dispatchMessage(deps: WorkflowStarter, message: OutboxMessage): Promise<void> {
  return dispatches[message.kind](deps, message);
}

function define<Kind extends OutboxKind>(
  kind: Kind,
  dispatch: (deps: WorkflowStarter, payload: OutboxPayload<Kind>, message: OutboxMessage) => Promise<void>,
): Dispatch {
  const schema = outboxPayloads[kind];
  return async (deps, message) => dispatch(deps, schema.parse(message.payload), message);
}
