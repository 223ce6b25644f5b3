import type { ReactNode } from 'react';
import type { Run } from '../../../client/operations.data.ts';
import { formatCount } from '../../model/format.ts';

const figures = [
  ['read', 'Read'],
  ['created', 'Created'],
  ['updated', 'Updated'],
  ['deleted', 'Deleted'],
  ['unchanged', 'Unchanged'],
  ['filtered', 'Filtered out'],
  ['failed', 'Failed'],
] as const;

/** What became of the records. */
export function RunFigures({ counters }: { counters: Run['counters'] }): ReactNode {
  return (
    <dl className="figures">
      {figures.map(([name, words]) => {
        const count = counters[name];
        const look = count === 0 ? 'zero' : name === 'failed' ? 'tone-bad' : undefined;
        return (
          <div key={name} className={look}>
            <dt>{words}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
