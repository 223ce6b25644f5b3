import type { ReactNode } from 'react';
import { askFirst } from '../hub.ts';
import { formatCount } from '../model/format.ts';
import { useCan } from './session.tsx';
import { useQuery } from '../parts/use-query.ts';

const everyMs = 20_000;

/** How many approvals wait for this person. */
export function ApprovalCount(): ReactNode {
  const mayDecide = useCan('runs:approve');
  const mine = useQuery({
    ...askFirst('listApprovals', 1, { query: { status: 'open', mine: 'true' } }, everyMs),
    enabled: mayDecide,
  });
  const count = mine.data?.meta?.total ?? 0;
  if (count === 0) return null;
  return (
    <span className="count">
      {formatCount(count)}
      <span className="hidden-text"> open</span>
    </span>
  );
}
