import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Approval } from '../../../client/operations.data.ts';
import { formatCount } from '../../model/format.ts';
import { toSentence } from '../../model/status.ts';

type Guard = NonNullable<Approval['guard']>;

/** What a guard holds back: the first of the records, and what they stand for. */
export function Guarded({
  guard: { reason, records, sample, hash, followed_by: follower },
}: {
  guard: Guard;
}): ReactNode {
  const changes = new Set(sample.map(({ change }) => change));
  const [only] = changes.size === 1 ? changes : [];
  return (
    <>
      {toSentence(reason)}. {only === undefined ? 'Records' : toSentence(only)}:{' '}
      {sample.map(({ key, change }, index) => (
        <span key={`${change} ${key}`}>
          {index > 0 && ', '}
          <code>{key}</code>
          {only === undefined && ` (${change})`}
        </span>
      ))}
      {records > sample.length && ` and ${formatCount(records - sample.length)} more`}. Set{' '}
      <code title={hash}>{hash.slice(0, 12)}</code>.
      {follower !== undefined && (
        <>
          {' '}
          <Link to="/runs/$id" params={{ id: follower }}>
            The run that followed
          </Link>
        </>
      )}
    </>
  );
}
