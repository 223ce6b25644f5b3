import { type ReactNode, useState } from 'react';
import type { PreviewedRecord, PreviewedStep } from '../../../client/operations.data.ts';
import { toSentence } from '../../model/status.ts';
import type { Tone } from '../../model/status.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button, IconButton } from '../../parts/button.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import type { Preview } from './use-preview.ts';

const tones: Readonly<Record<PreviewedRecord['outcome'] | PreviewedStep['outcome'], Tone>> = {
  mapped: 'good',
  grouped: 'good',
  succeeded: 'good',
  passed: 'good',
  filtered: 'idle',
  skipped: 'idle',
  failed: 'bad',
};

export interface SamplePanelProps {
  records: readonly JsonObject[];
  isPending: boolean;
  error: unknown;
  preview: Preview;
  at: number;
  onShow: (at: number) => void;
  search: string;
  onSearch: (search: string) => void;
  onRefresh: () => void;
}

/** Real records of the source, one at a time, and what the work makes of them. Nothing is written anywhere. */
export function SamplePanel(props: SamplePanelProps): ReactNode {
  const { records, isPending, error, preview, at, onShow, search, onSearch, onRefresh } = props;
  const [isResult, setResult] = useState(true);
  const record = records[at];
  const outcome = preview.outcomes[at];
  return (
    <section className="card sample" aria-label="Preview">
      <div className="card-head">
        <h2>Preview</h2>
        <div className="row">
          <IconButton
            label="Record before"
            icon="left"
            looks={['quiet', 'small']}
            disabled={at === 0}
            onClick={() => onShow(at - 1)}
          />
          <span className="count" role="status">
            {records.length === 0 ? 'no record' : `${at + 1} of ${records.length}`}
          </span>
          <IconButton
            label="Next record"
            icon="right"
            looks={['quiet', 'small']}
            disabled={at + 1 >= records.length}
            onClick={() => onShow(at + 1)}
          />
          <IconButton label="Read samples again" icon="retry" looks={['quiet', 'small']} onClick={onRefresh} />
        </div>
      </div>
      <SampleSearch search={search} onSearch={onSearch} />
      {records.length > 1 && <Tally outcomes={preview.outcomes} onShow={onShow} />}
      <div className="card-body stack">
        {error !== null && error !== undefined && <ErrorNotice error={error} onRetry={onRefresh} />}
        {isPending && <Skeleton lines={6} />}
        {record !== undefined && (
          <>
            <div className="switch" role="group" aria-label="What is shown">
              <Button
                looks={['small', ...(isResult ? [] : ['quiet' as const])]}
                aria-pressed={isResult}
                onClick={() => setResult(true)}
              >
                Result
              </Button>
              <Button
                looks={['small', ...(isResult ? ['quiet' as const] : [])]}
                aria-pressed={!isResult}
                onClick={() => setResult(false)}
              >
                Record
              </Button>
            </div>
            {isResult ? <Result outcome={outcome} preview={preview} /> : <Values value={record} />}
          </>
        )}
        {record === undefined && !isPending && error === null && (
          <p className="soft">
            {search === '' ? 'The source has no record to show, or none is chosen yet.' : 'No record holds this text.'}
          </p>
        )}
      </div>
    </section>
  );
}

function SampleSearch({ search, onSearch }: { search: string; onSearch: (search: string) => void }): ReactNode {
  const [text, setText] = useState(search);
  return (
    <form
      className="sample-search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <input
        className="input"
        type="search"
        aria-label="Find a record of the source"
        placeholder="Find a record, then Enter"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </form>
  );
}

/** How all samples fare; a failing one is one click away. */
function Tally({
  outcomes,
  onShow,
}: {
  outcomes: readonly PreviewedRecord[];
  onShow: (at: number) => void;
}): ReactNode {
  const kinds = [...new Set(outcomes.map(({ outcome }) => outcome))];
  if (kinds.length === 0) return null;
  return (
    <div className="tally">
      {kinds.map((kind) => {
        const count = outcomes.filter(({ outcome }) => outcome === kind).length;
        return (
          <button
            key={kind}
            type="button"
            aria-label={`${count} ${kind}, show the first`}
            onClick={() => onShow(outcomes.findIndex(({ outcome }) => outcome === kind))}
          >
            <Badge tone={tones[kind]}>
              {count} {kind}
            </Badge>
          </button>
        );
      })}
    </div>
  );
}

function Result({
  outcome,
  preview: { error, isPending },
}: {
  outcome: PreviewedRecord | undefined;
  preview: Preview;
}): ReactNode {
  if (outcome === undefined && isPending) return <Skeleton lines={4} />;
  if (outcome === undefined) {
    return (
      <p className="soft">
        {error === null
          ? 'Choose source, target and a first rule to see what becomes of this record.'
          : 'It cannot be tried yet. The list of problems says what is missing.'}
      </p>
    );
  }
  const { errors = [], steps, mapped, explanation } = outcome;
  return (
    <div className="stack" aria-live="polite">
      <div className="row">
        <Badge tone={tones[outcome.outcome]}>{toSentence(outcome.outcome)}</Badge>
        {outcome.source_key !== undefined && <small className="mono">{outcome.source_key}</small>}
      </div>
      {errors.map(({ message, field }) => (
        <p className="wrong" key={`${field} ${message}`}>
          {field !== undefined && <code>{field}</code>} <MarkedText text={message} />
        </p>
      ))}
      {mapped !== undefined && <Values value={mapped} />}
      {mapped === undefined && steps === undefined && errors.length === 0 && explanation !== undefined && (
        <p className="soft">
          <MarkedText text={explanation.message} />
        </p>
      )}
      {steps !== undefined && <Trace steps={steps} />}
    </div>
  );
}

/** Which steps the record goes through, and what each makes. */
function Trace({ steps }: { steps: readonly PreviewedStep[] }): ReactNode {
  return (
    <ol className="trace">
      {steps.map(({ step, outcome, output, writes, error }) => (
        <li key={step}>
          <div className="row">
            <code>{step}</code>
            <Badge tone={tones[outcome]}>{toSentence(outcome)}</Badge>
          </div>
          {error !== undefined && (
            <p className="wrong">
              <MarkedText text={error.message} />
            </p>
          )}
          {writes !== undefined && (
            <>
              <small>Writes</small>
              <Values value={writes} />
            </>
          )}
          {writes === undefined && output !== undefined && <Values value={isMembers(output) ? output : { output }} />}
        </li>
      ))}
    </ol>
  );
}

function isMembers(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Members with their values, as text only. */
function Values({ value }: { value: JsonObject }): ReactNode {
  return (
    <dl className="values">
      {Object.entries(value).map(([name, member]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={member === null ? 'soft' : undefined}>
            {typeof member === 'string' ? member : JSON.stringify(member)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
