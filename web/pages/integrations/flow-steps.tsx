import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Connection, FlowStep, FlowWait, ListAction } from '../../../client/operations.data.ts';
import { describeFlowStep, listFlowBranches } from '../../model/flow-steps.ts';
import { formatAmount } from '../../model/format.ts';
import { toSentence } from '../../model/status.ts';
import { Icon } from '../../parts/icon.tsx';
import { kindIcon } from '../../parts/kind-icon.ts';

/** Which connection and integration an id is of, by name. */
export interface FlowNames {
  connections: ReadonlyMap<string, Connection>;
  integrations: ReadonlyMap<string, string>;
}

/** Steps as they stand in a flow, with those within them. What a step holds in full is in the definition. */
export function FlowSteps({ steps, names }: { steps: readonly FlowStep[]; names: FlowNames }): ReactNode {
  return (
    <ol className="flow-steps">
      {steps.map((step) => (
        <FlowStepView key={step.id} step={step} names={names} />
      ))}
    </ol>
  );
}

export function FlowStepView({ step, names }: { step: FlowStep; names: FlowNames }): ReactNode {
  const { kind, words } = describeFlowStep(step);
  return (
    <li>
      <span className="soft">
        <Icon name={kindIcon(kind)} />
      </span>
      <div>
        <strong>{step.name ?? step.id}</strong> <small>{words}</small>
        <FlowStepBody step={step} names={names} />
      </div>
    </li>
  );
}

/** What a step does, and the steps within it. */
export function FlowStepBody({ step, names }: { step: FlowStep; names: FlowNames }): ReactNode {
  const deed = describeDeed(step, names);
  const { on_error: onError } = step;
  return (
    <>
      {step.when !== undefined && (
        <small className="under">
          Only when <code className="break">{step.when}</code>
        </small>
      )}
      {deed !== undefined && <span className="under soft">{deed}</span>}
      {onError === 'continue' && <small className="under">If it fails, the item goes on</small>}
      {onError === 'undo' && <small className="under">If it fails, what was created is undone</small>}
      {listFlowBranches(step).map((branch) => (
        <div key={branch.words} className="branch">
          <small className="mono break">{branch.words}</small>
          <FlowSteps steps={branch.steps} names={names} />
        </div>
      ))}
    </>
  );
}

function describeDeed(step: FlowStep, names: FlowNames): ReactNode {
  const { action, transform, for_each: list, parallel, join, wait, call, sync, respond, stop } = step;
  if (action?.operation === 'find') {
    return (
      <>
        <code>{action.object}</code> of <ConnectionLink id={action.connection_id} names={names} /> by{' '}
        <code className="break">{action.by}</code>
      </>
    );
  }
  if (action?.operation === 'list') return describeList(action, names);
  if (action !== undefined) {
    return (
      <>
        {toSentence(action.operation)} <code>{action.object}</code> of{' '}
        <ConnectionLink id={action.connection_id} names={names} />
      </>
    );
  }
  if (transform !== undefined) {
    const made = [...Object.keys(transform.set ?? {}), ...(transform.mapping ?? []).map(({ to }) => to)];
    return made.length === 0 ? undefined : <code className="break">{made.join(', ')}</code>;
  }
  if (list !== undefined) return <code className="break">{list}</code>;
  if (parallel !== undefined) return join === 'any' ? 'Until one branch has come to a good end' : undefined;
  if (wait !== undefined) return describeWait(wait, names);
  if (call !== undefined) {
    return (
      <>
        <IntegrationLink id={call.integration_id} names={names} />
        {call.detached === true && ', whose end is not waited for'}
      </>
    );
  }
  if (sync !== undefined) return <IntegrationLink id={sync.integration_id} names={names} />;
  if (respond !== undefined) return `Status ${respond.status ?? 200}`;
  if (stop !== undefined) return typeof stop === 'string' ? toSentence(stop) : `Failed: ${stop.failed.message}`;
  return undefined;
}

function describeList(
  { object, connection_id: connection, where = {}, options_from: options = {}, limit }: ListAction,
  names: FlowNames,
): ReactNode {
  const asked = [
    ...Object.entries(where).map(([path, formula]) => `${path} == ${formula}`),
    ...Object.entries(options).map(([path, formula]) => `${path}: ${formula}`),
  ];
  return (
    <>
      <code>{object}</code> of <ConnectionLink id={connection} names={names} />
      {asked.length > 0 && (
        <>
          {' '}
          by <code className="break">{asked.join(', ')}</code>
        </>
      )}
      {limit !== undefined && `, ${limit} at most`}
    </>
  );
}

function describeWait(
  { for: what, until, check, event, message, quorum = 1, timeout }: FlowWait,
  names: FlowNames,
): ReactNode {
  const atMost = timeout === undefined ? '' : `, ${timeout} at most`;
  if (check !== undefined) {
    return (
      <>
        Until <code className="break">{until}</code> of <code>{check.object}</code> of{' '}
        <ConnectionLink id={check.connection_id} names={names} />
        {atMost}
      </>
    );
  }
  if (what === 'approval') {
    return (
      <>
        For {quorum === 1 ? 'an approval' : formatAmount(quorum, 'approval')}
        {atMost}
        {message !== undefined && (
          <>
            : <code className="break">{message}</code>
          </>
        )}
      </>
    );
  }
  if (what === 'callback') return `For a call from outside${atMost}`;
  if (event !== undefined) {
    return (
      <>
        For what is delivered with the key <code className="break">{event.key}</code>
        {event.integration_id !== undefined && (
          <>
            {' '}
            to <IntegrationLink id={event.integration_id} names={names} />
          </>
        )}
        {atMost}
      </>
    );
  }
  return (
    <>
      {until === undefined ? 'For ' : 'Until '}
      <code className="break">{until ?? what}</code>
    </>
  );
}

function ConnectionLink({ id, names }: { id: string; names: FlowNames }): ReactNode {
  return (
    <Link to="/connections/$id" params={{ id }}>
      {names.connections.get(id)?.name ?? 'a connection'}
    </Link>
  );
}

function IntegrationLink({ id, names }: { id: string; names: FlowNames }): ReactNode {
  return (
    <Link to="/integrations/$id" params={{ id }}>
      {names.integrations.get(id) ?? 'another integration'}
    </Link>
  );
}
