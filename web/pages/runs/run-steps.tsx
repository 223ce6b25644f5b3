import type { ReactNode } from 'react';
import type { Run, RunStep } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { formatCount, formatDuration } from '../../model/format.ts';
import { isMoving, toSentence } from '../../model/status.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { kindIcon } from '../../parts/kind-icon.ts';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** The parts of the flow, with what passed through each. */
export function RunSteps({ run }: { run: Run }): ReactNode {
  const isLive = isMoving(run.status);
  // Asked once more when the run has ended: the last look was before that.
  const steps = useQuery({
    ...ask('listRunSteps', { params: { id: run.id } }, isLive ? 1500 : false),
    queryKey: ['listRunSteps', run.id, run.finished_at],
  });
  if (steps.isPending) return <Skeleton />;
  if (steps.isError) return <ErrorNotice error={steps.error} onRetry={() => void steps.refetch()} />;
  return (
    <Card title="Steps" note="They work side by side, page by page." flush>
      <ol className="steps run-steps">
        {steps.data.data.map((step, index) => (
          <li key={`${step.component.kind} ${index}`}>
            <span className="soft">
              <Icon name={describeStep(step).icon} />
            </span>
            <span className="name">{describeStep(step).words}</span>
            <span className="soft">{showCounters(step)}</span>
            <span className="soft took">{showDuration(step)}</span>
            {/* What a waiting run has begun waits with it. */}
            <StatusBadge status={run.status === 'waiting' && step.status === 'running' ? 'waiting' : step.status} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

const waits = {
  time: 'Wait for a time',
  approval: 'Wait for an approval',
  callback: 'Wait for a call from outside',
  event: 'Wait for a delivery',
  check: 'Wait until a record is as it should be',
} as const;

/** What a part of a flow does, in words. */
export function describeStep({ component }: RunStep): { words: string; icon: IconName } {
  switch (component.kind) {
    case 'trigger':
      return { words: 'Start', icon: 'play' };
    case 'action':
      return component.operation === 'read'
        ? { words: `Read ${component.object}`, icon: 'source' }
        : { words: `${toSentence(component.operation)} ${component.object}`, icon: 'target' };
    case 'transform': {
      const rules = component.rules === undefined ? '' : ` (${component.rules} rules)`;
      return { words: `${toSentence(component.type)}${rules}`, icon: component.type };
    }
    case 'condition':
      return { words: `Choose between ${component.branches} branches`, icon: 'filter' };
    case 'for_each':
      return { words: 'Go through the elements of a list', icon: kindIcon('for_each') };
    case 'parallel':
      return { words: `Go through ${component.branches} branches side by side`, icon: kindIcon('parallel') };
    case 'scope':
      return { words: 'Fail together', icon: kindIcon('scope') };
    case 'batch':
      return { words: 'Collect items, and go on once for all of them', icon: kindIcon('batch') };
    case 'wait':
      return { words: waits[component.for], icon: kindIcon('wait') };
    case 'call':
      return {
        words: component.detached ? 'Start another integration' : 'Call another integration',
        icon: kindIcon('call'),
      };
    case 'sync':
      return { words: 'Run another integration', icon: kindIcon('sync') };
    case 'respond':
      return { words: `Answer with status ${component.status}`, icon: kindIcon('respond') };
    case 'error_handler':
      return {
        words: component.record === 'fail' ? 'A failed record ends the run' : 'Failed records are kept',
        icon: 'warning',
      };
  }
}

function showCounters({ counters = {} }: RunStep): string {
  return Object.entries(counters)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${formatCount(count)} ${name}`)
    .join(' · ');
}

function showDuration({ started_at: began, finished_at: ended }: RunStep): string {
  if (began === undefined || ended === undefined) return '';
  return formatDuration(Date.parse(ended) - Date.parse(began));
}
