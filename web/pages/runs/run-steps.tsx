import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Run, RunStep } from '../../../client/operations.data.ts';
import { ask } from '../../hub.ts';
import { formatCount, formatDuration } from '../../model/format.ts';
import { isMoving, toSentence } from '../../model/status.ts';
import { StatusBadge } from '../../parts/badge.tsx';
import { Card } from '../../parts/card.tsx';
import { Icon, type IconName } from '../../parts/icon.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';

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
      <ol className="steps">
        {steps.data.data.map((step, index) => (
          <li key={`${step.component.kind} ${index}`}>
            <span className="soft">
              <Icon name={describe(step).icon} />
            </span>
            <span className="name">{describe(step).words}</span>
            <span className="soft">{showCounters(step)}</span>
            <span className="soft">{showDuration(step)}</span>
            <StatusBadge status={step.status} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function describe({ component }: RunStep): { words: string; icon: IconName } {
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
      return { words: 'Go through the elements of a list', icon: 'filter' };
    case 'parallel':
      return { words: `Go through ${component.branches} branches`, icon: 'filter' };
    case 'scope':
      return { words: 'Fail together', icon: 'warning' };
    case 'wait':
      return { words: `Wait for ${component.for === 'time' ? 'a time' : `an ${component.for}`}`, icon: 'schedules' };
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
