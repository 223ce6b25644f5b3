import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RecordTrace } from '../../../client/operations.data.ts';
import { formatExact } from '../../model/format.ts';
import { toSentence, type Tone, toStatus } from '../../model/status.ts';
import { Card } from '../../parts/card.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { Time } from '../../parts/time.tsx';

type Entry = RecordTrace['entries'][number];

/** The runs that touched a record, the newest first. */
export function TraceEntries({ entries }: { entries: readonly Entry[] }): ReactNode {
  if (entries.length === 0) return null;
  return (
    <Card title="What happened" note="The newest first, as far as runs are kept." flush>
      <ol className="steps timeline">
        {entries.map((entry, index) => (
          <OneEntry key={`${entry.at} ${entry.run_id} ${entry.kind} ${index}`} entry={entry} />
        ))}
      </ol>
    </Card>
  );
}

function OneEntry({ entry }: { entry: Entry }): ReactNode {
  const { at, run_id: run, message, step, resolved_by: resolved } = entry;
  const { words, tone, tab } = describe(entry);
  return (
    <li>
      <span className={`dot tone-${tone}`} />
      <span className="soft" title={formatExact(at)}>
        <Time at={at} />
      </span>
      <span className="name">
        <strong>{words}</strong>
        {step !== undefined && (
          <span className="soft">
            {' '}
            at <code>{step}</code>
          </span>
        )}
        {message !== undefined && (
          <>
            <br />
            <span className="soft">
              <MarkedText text={message} />
            </span>
          </>
        )}
      </span>
      {resolved !== undefined && (
        <Link className="button small" to="/runs/$id" params={{ id: resolved }}>
          What became of it
        </Link>
      )}
      <Link className="button small" to="/runs/$id" params={{ id: run }} search={tab === undefined ? {} : { tab }}>
        The run
      </Link>
    </li>
  );
}

function describe({ kind, code, item_status: status, resolved_by: resolved }: Entry): {
  words: string;
  tone: Tone;
  tab?: string;
} {
  switch (kind) {
    case 'written':
      return { words: 'Written', tone: 'good' };
    case 'failed':
      return {
        words: code === undefined ? 'Failed' : `Failed: ${toSentence(code).toLowerCase()}`,
        tone: resolved === undefined ? 'bad' : 'idle',
        tab: 'records',
      };
    case 'item': {
      const { words, tone } = toStatus(status ?? 'ready');
      return { words: `A change of it: ${words.toLowerCase()}`, tone, tab: 'items' };
    }
  }
}
