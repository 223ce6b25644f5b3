import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FlowStep, Integration, MappingRule } from '../../../client/operations.data.ts';
import { describeTrigger } from '../../model/describe-trigger.ts';
import { toSentence } from '../../model/status.ts';
import { Card } from '../../parts/card.tsx';
import { IdText } from '../../parts/copy-button.tsx';
import { CalendarLink } from '../../parts/gate-notice.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { kindIcon } from '../../parts/kind-icon.ts';
import { describeFlowStep } from '../../model/flow-steps.ts';
import { type FlowNames, FlowStepBody } from './flow-steps.tsx';
import { askAll, byName } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';

interface Part {
  /** Of a part whose title another one may have as well. */
  key?: string;
  icon: IconName;
  title: string;
  body: ReactNode;
}

/** The flow in the order in which a record passes it, whole and readable without the picture of it. */
export function FlowOutline({ integration }: { integration: Integration }): ReactNode {
  const connections = useQuery(askAll('listConnections', byName));
  const integrations = useQuery({
    ...askAll('listIntegrations', byName),
    enabled: integration.steps !== undefined,
  });
  const names: FlowNames = {
    connections: new Map((connections.data ?? []).map((connection) => [connection.id, connection])),
    integrations: new Map((integrations.data ?? []).map(({ id, name }) => [id, name])),
  };
  return (
    <div className="columns">
      <Card title="Flow">
        <ol className="flow">
          {listParts(integration, names).map(({ key, icon, title, body }) => (
            <li key={key ?? title}>
              <div className="rail">
                <span className="mark">
                  <Icon name={icon} />
                </span>
              </div>
              <div className="what">
                <h3>{title}</h3>
                {body}
              </div>
            </li>
          ))}
        </ol>
      </Card>
      <Card title="How it behaves">
        <dl className="facts">
          <dt>Starts</dt>
          <dd>
            {(integration.triggers ?? []).length === 0
              ? 'By hand'
              : integration.triggers?.map((trigger) => (
                  <div key={JSON.stringify(trigger)}>{describeTrigger(trigger, integration.timezone)}</div>
                ))}
          </dd>
          <dt>While one runs</dt>
          <dd>
            {
              {
                queue: 'The next one waits',
                skip: 'The next one is skipped',
                replace: 'The next one replaces it',
              }[integration.concurrency]
            }
          </dd>
          <Windows integration={integration} />
          <dt>A failed record</dt>
          <dd>{describeErrors(integration)}</dd>
          {integration.target?.operation !== undefined && (
            <>
              <dt>Writes</dt>
              <dd>
                {toSentence(integration.target.operation)}
                {integration.target.match_on !== undefined && `, found by ${integration.target.match_on.join(', ')}`}
              </dd>
            </>
          )}
          <dt>Id</dt>
          <dd>
            <IdText id={integration.id} />
          </dd>
        </dl>
      </Card>
    </div>
  );
}

/** When it may write, by the calendars that it or its target names. */
function Windows({ integration }: { integration: Integration }): ReactNode {
  const { target } = integration;
  const named = target === undefined ? [integration] : [integration, target];
  const onlyIn = named.flatMap(({ only_in: id }) => id ?? []);
  const notIn = named.flatMap(({ not_in: id }) => id ?? []);
  if (onlyIn.length + notIn.length === 0) return null;
  return (
    <>
      <dt>May write</dt>
      <dd>
        {onlyIn.map((id) => (
          <div key={`in ${id}`}>
            Only in <CalendarLink id={id} />
          </div>
        ))}
        {notIn.map((id) => (
          <div key={`out ${id}`}>
            Not in <CalendarLink id={id} />
          </div>
        ))}
      </dd>
    </>
  );
}

function listParts(integration: Integration, names: FlowNames): Part[] {
  const { source, enrich = [], script, aggregate, mapping = [], target, steps, finally: last = [] } = integration;
  const place = (of: { connection_id: string; object: string }): ReactNode => (
    <span className="way">
      <code>{of.object}</code> of{' '}
      <Link to="/connections/$id" params={{ id: of.connection_id }}>
        {names.connections.get(of.connection_id)?.name ?? 'a connection'}
      </Link>
    </span>
  );
  const missing = <span className="soft">Not set yet</span>;
  return [
    ...(source === undefined && steps !== undefined
      ? []
      : [{ icon: 'source' as const, title: 'Read', body: source === undefined ? missing : place(source) }]),
    ...(source?.filter === undefined
      ? []
      : [{ icon: 'filter' as const, title: 'Keep only', body: <Condition value={source.filter} /> }]),
    ...(source?.flatten === undefined
      ? []
      : [{ icon: 'flatten' as const, title: 'Make several of one', body: <Condition value={source.flatten} /> }]),
    ...enrich.map((item): Part => ({
      icon: 'enrich',
      title: `Complete as ${item.as}`,
      body: (
        <>
          {place(item)} <small>found by {item.by}</small>
        </>
      ),
    })),
    ...(script === undefined
      ? []
      : [{ icon: 'script' as const, title: 'Change by script', body: <small>See the definition</small> }]),
    ...(aggregate === undefined
      ? []
      : [{ icon: 'aggregate' as const, title: 'Group', body: <Condition value={aggregate} /> }]),
    ...(steps === undefined ? listEnds(mapping, target, place) : steps.map((step) => toPart(step, names))),
    ...last.map((step) => toPart(step, names, 'at the end of the run')),
  ];
}

function toPart(step: FlowStep, names: FlowNames, when = ''): Part {
  const { kind, words } = describeFlowStep(step);
  return {
    key: `step ${step.id}`,
    icon: kindIcon(kind),
    title: step.name ?? step.id,
    body: (
      <div>
        <small>
          {words} {when}
        </small>
        <FlowStepBody step={step} names={names} />
      </div>
    ),
  };
}

function listEnds(
  mapping: readonly MappingRule[],
  target: Integration['target'],
  place: (of: { connection_id: string; object: string }) => ReactNode,
): Part[] {
  const missing = <span className="soft">Not set yet</span>;
  return [
    {
      icon: 'mapping',
      title: `Map ${mapping.length === 1 ? 'one field' : `${mapping.length} fields`}`,
      body: mapping.length === 0 ? missing : <Mapping rules={mapping} />,
    },
    { icon: 'target', title: 'Write', body: target === undefined ? missing : place(target) },
  ];
}

function Condition({ value }: { value: unknown }): ReactNode {
  return <code className="break">{typeof value === 'string' ? value : JSON.stringify(value)}</code>;
}

function Mapping({ rules }: { rules: readonly MappingRule[] }): ReactNode {
  return (
    <table className="mapping">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Gets its value from</th>
          <th scope="col">Then</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <tr key={rule.to}>
            <td>
              <code>{rule.to}</code>
              {rule.required === true && <small> required</small>}
            </td>
            <td>
              <code>{rule.from ?? rule.formula ?? JSON.stringify(rule.value)}</code>
            </td>
            <td className="soft">{describeRest(rule)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function describeRest(rule: MappingRule): string {
  const { convert, lookup, default: fallback } = rule;
  const converted = typeof convert === 'string' ? convert : (convert?.to ?? '');
  return [
    converted,
    lookup === undefined ? '' : 'looked up',
    fallback === undefined ? '' : `else ${JSON.stringify(fallback)}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function describeErrors({ on_error: policy }: Integration): string {
  if (policy?.record === 'fail') return 'Ends the run';
  const above = policy?.abort_above_percent;
  return above === undefined ? 'Is kept and can be repaired' : `Is kept; the run ends above ${above} %`;
}
