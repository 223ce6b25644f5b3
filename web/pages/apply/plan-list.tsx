import type { ReactNode } from 'react';
import type { Outcome } from '../../../as-code/carry-out.ts';
import { locate } from '../../../as-code/find-refusals.ts';
import type { Plan, Step } from '../../../as-code/plan.ts';
import { showDifference } from '../../../as-code/show-difference.ts';
import { toJson } from '../../../as-code/values.ts';
import { HubApiError } from '../../../client/hub-api-error.ts';
import type { Tone } from '../../model/status.ts';
import { Badge } from '../../parts/badge.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { ErrorNotice } from '../../parts/states.tsx';
import { ProblemList } from './problem-list.tsx';

const acts: Readonly<Record<Step['action'], readonly [words: string, tone: Tone, done: string]>> = {
  create: ['Create', 'good', 'Created'],
  change: ['Change', 'warn', 'Changed'],
  delete: ['Delete', 'bad', 'Deleted'],
};

/** What a plan would do, or has done: a line for each thing, and what changes of it. */
export function PlanList({ plan, outcomes }: { plan: Plan; outcomes: readonly Outcome[] }): ReactNode {
  return (
    <ul className="plan">
      {plan.steps.map((step) => {
        const { kind, name } = step.action === 'delete' ? step.existing : step.manifest;
        const outcome = outcomes.find((one) => one.step === step);
        return (
          <li key={`${step.action} ${kind.name} ${name}`}>
            <div className="row">
              <ActBadge step={step} outcome={outcome} />
              <strong>{name}</strong>
              <span className="soft">{kind.name.replaceAll('-', ' ')}</span>
              {step.action !== 'delete' && (
                <small className="mono break">
                  {step.manifest.file}:{step.manifest.lineOf([])}
                </small>
              )}
            </div>
            {step.action === 'change' && <Differences step={step} plan={plan} />}
            {outcome !== undefined && <OutcomeNote outcome={outcome} />}
          </li>
        );
      })}
    </ul>
  );
}

function ActBadge({ step, outcome }: { step: Step; outcome: Outcome | undefined }): ReactNode {
  const [words, tone, done] = acts[step.action];
  if (outcome === undefined) return <Badge tone={tone}>{words}</Badge>;
  if (outcome.status === 'done') return <Badge tone="good">{done}</Badge>;
  return outcome.status === 'skipped' ? <Badge tone="idle">Left out</Badge> : <Badge tone="bad">Refused</Badge>;
}

function Differences({ step, plan }: { step: Extract<Step, { action: 'change' }>; plan: Plan }): ReactNode {
  const shown = step.differences.map((one) => showDifference(one, step.manifest, plan.organization));
  return (
    <ul className="diff">
      {shown.map((one) => (
        <li key={one.path}>
          <code>{one.path}</code>
          {'hidden' in one ? (
            <ins>{one.hidden === 'secret' ? 'is written again' : 'is what was given for it'}</ins>
          ) : (
            <>
              {one.before !== undefined && <del>{one.before}</del>}
              {one.after !== undefined && <ins>{one.after}</ins>}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function OutcomeNote({ outcome }: { outcome: Outcome }): ReactNode {
  switch (outcome.status) {
    case 'done':
      return outcome.warnings.map((warning) => (
        <p key={warning} className="odd">
          <MarkedText text={warning} />
        </p>
      ));
    case 'skipped':
      return <p className="soft">Left out, since {outcome.because} was refused.</p>;
    case 'stale':
      return <p className="wrong">It was changed in the meantime. Look at the plan again.</p>;
    case 'failed': {
      const { step, error } = outcome;
      const errors = error instanceof HubApiError ? toJson(error.details['errors'] ?? []) : [];
      const problems = step.action === 'delete' ? [] : locate(errors, step.manifest);
      return problems.length > 0 ? (
        <ProblemList title="The hub refused it" problems={problems} />
      ) : (
        <ErrorNotice error={error} />
      );
    }
  }
}
