import { type ReactNode, useState } from 'react';
import type { RehearsalDifference, RehearsedItem, RehearsedStep, Run } from '../../../client/operations.data.ts';
import { hub } from '../../hub.ts';
import { isMoving, type Tone, toSentence } from '../../model/status.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { useQuery } from '../../parts/use-query.ts';
import { useCanIn } from '../../shell/session.tsx';
import { MoveDialog } from './item-acts.tsx';

/** Asks, of a run in which something failed, whether it would go through the newest revision now. Nothing is written. */
export function Rehearsal({ run }: { run: Run }): ReactNode {
  const [asked, setAsked] = useState(0);
  const [moving, setMoving] = useState<Moved>();
  const mayChange = useCanIn('integrations:write', run.account_id);
  const mayRead = useCanIn('records:read', run.account_id);
  const mayWrite = useCanIn('runs:write', run.account_id);
  const found = useQuery({
    queryKey: ['rehearseRun', run.id, asked],
    queryFn: ({ signal }) => hub.request('rehearseRun', { params: { id: run.id }, body: {} }, { signal }),
    enabled: asked > 0,
    retry: false,
    staleTime: Infinity,
  });
  if (run.counters.failed === 0 || isMoving(run.status) || !mayChange || !mayRead) return null;
  const rehearsal = found.data?.data;
  return (
    <section className="card" aria-label="Rehearsal">
      <div className="card-head">
        <h2>Would it go through now?</h2>
        <Button busy={found.isFetching} onClick={() => setAsked(asked + 1)}>
          Rehearse with the newest revision
        </Button>
      </div>
      <div className="card-body stack" aria-live="polite">
        {asked === 0 && <p className="soft">Takes what failed through the newest revision, and writes nothing.</p>}
        {found.isError && <ErrorNotice error={found.error} />}
        {found.isLoading && <Skeleton lines={4} />}
        {rehearsal !== undefined && (
          <>
            <p>
              {describeTally(rehearsal.items)}{' '}
              {rehearsal.revision === rehearsal.run_revision && 'The integration was not changed since the run.'}
            </p>
            {rehearsal.items.map((item) => (
              <Rehearsed key={item.item_id ?? item.record_id} item={item} onMove={mayWrite ? setMoving : undefined} />
            ))}
            {rehearsal.next !== undefined && <small>There are more: these are the oldest.</small>}
          </>
        )}
      </div>
      {moving !== undefined && <MoveDialog run={run} {...moving} onClose={() => setMoving(undefined)} />}
    </section>
  );
}

/** An item that is to go through an earlier step again. */
type Moved = Pick<Parameters<typeof MoveDialog>[0], 'item' | 'to'>;

function describeTally(items: readonly RehearsedItem[]): string {
  if (items.length === 0) return 'No item of this run stands as failed any more.';
  const earlier = items.filter((item) => item.retry_misses !== undefined).length;
  if (earlier === 0) return describeOutcomes(items);
  return `${describeOutcomes(items)} ${earlier} ${earlier === 1 ? 'needs' : 'need'} an earlier step again, which a retry does not go through.`;
}

function describeOutcomes(items: readonly RehearsedItem[]): string {
  const failing = items.filter(({ outcome }) => outcome === 'failed').length;
  const same = items.filter((item) => item.outcome !== 'failed' && item.same_as_failed === true).length;
  const [again, unchanged] = [`${failing} would fail again`, `${same} would be sent as when it failed`];
  if (failing > 0) return `Of ${items.length}, ${again}${same > 0 ? `, and ${unchanged}` : ''}.`;
  if (same > 0)
    return `Of ${items.length}, ${unchanged}. Nothing else stands in their way, as far as the hub can tell.`;
  return 'All would go through, as far as the hub can tell.';
}

const tones: Readonly<Record<RehearsedItem['outcome'] | RehearsedStep['outcome'], Tone>> = {
  mapped: 'good',
  succeeded: 'good',
  passed: 'good',
  filtered: 'idle',
  skipped: 'idle',
  failed: 'bad',
};

function Rehearsed({ item, onMove }: { item: RehearsedItem; onMove: ((moved: Moved) => void) | undefined }): ReactNode {
  const { outcome, errors = [], steps = [], mapped, differences } = item;
  return (
    <details>
      <summary>
        <Badge tone={tones[outcome]}>{toSentence(outcome)}</Badge> {item.label ?? item.key ?? 'a record without a key'}
      </summary>
      <div className="stack">
        {item.was.error !== undefined && (
          <p className="soft">
            In the run: <MarkedText text={item.was.error.message} />
          </p>
        )}
        {errors.map(({ message, field }) => (
          <p className="wrong" key={`${field} ${message}`}>
            {field !== undefined && <code>{field}</code>} <MarkedText text={message} />
          </p>
        ))}
        {item.same_as_failed === true && (
          <p>The same would be sent as when it failed: the reason lies in what the system answered.</p>
        )}
        <RetryMiss item={item} onMove={onMove} />
        {mapped !== undefined && <Written values={mapped} />}
        {steps.length > 0 && (
          <ol className="trace">
            {steps.map(({ step, elements = [], outcome: of, writes, error }) => (
              <li key={[step, ...elements].join(' ')}>
                <div className="row">
                  <code>{[step, ...elements].join(' › ')}</code>
                  <Badge tone={tones[of]}>{toSentence(of)}</Badge>
                </div>
                {error !== undefined && (
                  <p className="wrong">
                    <MarkedText text={error.message} />
                  </p>
                )}
                {writes !== undefined && <Written values={writes} />}
              </li>
            ))}
          </ol>
        )}
        {differences.length > 0 && (
          <ul>
            {differences.map((difference) => {
              const words = describe(difference);
              return <li key={words}>{words}</li>;
            })}
          </ul>
        )}
      </div>
    </details>
  );
}

/** Says where a retry would take up what an earlier step gave in the run, and not what it would give now. */
function RetryMiss({
  item: { item_id: id, key, was, retry_misses: step },
  onMove,
}: Parameters<typeof Rehearsed>[0]): ReactNode {
  if (step === undefined) return null;
  return (
    <div className="row">
      <p>
        A retry begins at the step that failed, with what <code>{step}</code> gave then. To go through that step again,
        move the item to it.
      </p>
      {onMove !== undefined && id !== undefined && (
        <Button
          looks={['small']}
          onClick={() => onMove({ to: step, item: { id, ...was, ...(key === undefined ? {} : { key }) } })}
        >
          Move it to {step}…
        </Button>
      )}
    </div>
  );
}

function Written({ values }: { values: object }): ReactNode {
  return (
    <dl className="values">
      {Object.entries(values).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <code>{JSON.stringify(value)}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function describe(difference: RehearsalDifference): string {
  if (difference.kind === 'outcome') return `The item: ${toWords(difference.was)}, now ${toWords(difference.now)}.`;
  const at = [difference.step ?? 'The target', ...(difference.elements ?? [])].join(' › ');
  if (difference.kind === 'step') return `${at}: ${toWords(difference.was)}, now ${toWords(difference.now)}.`;
  return `${at}: other values for ${difference.fields.join(', ')}.`;
}

function toWords(state: string): string {
  return state.replaceAll('_', ' ');
}
