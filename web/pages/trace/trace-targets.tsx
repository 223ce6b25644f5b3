import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { RecordTrace } from '../../../client/operations.data.ts';
import { Card } from '../../parts/card.tsx';
import { Icon } from '../../parts/icon.tsx';

/** What of a record is in target systems now, as far as the hub knows. */
export function TraceTargets({ targets }: { targets: RecordTrace['targets'] }): ReactNode {
  if (targets.length === 0) return null;
  return (
    <Card title="Where it is now" flush>
      <ul className="steps">
        {targets.map(({ step, target_id: id, run_id: run, deactivated, pending }) => (
          <li key={`${step} ${id}`}>
            <span className="soft">
              <Icon name="target" />
            </span>
            <span className="name">
              {id === undefined ? 'In the target, without an id of its own' : <code>{id}</code>}
              <small className="soft"> by the step {step}</small>
            </span>
            <span className="soft">{pending ? 'A write is in doubt' : deactivated ? 'Switched off' : 'Written'}</span>
            {run !== undefined && (
              <Link className="button small" to="/runs/$id" params={{ id: run }}>
                The run that wrote it
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
