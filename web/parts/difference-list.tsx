import type { ReactNode } from 'react';
import { diffDefinitions } from '../model/diff-definitions.ts';

/** What differs between two objects, member by member. */
export function DifferenceList({
  before,
  after,
  none,
}: {
  before: object;
  after: object;
  /** Where nothing does. */
  none: string;
}): ReactNode {
  const differences = diffDefinitions(before, after);
  if (differences.length === 0) return <p className="soft">{none}</p>;
  return (
    <ul className="diff">
      {differences.map(({ path, before: was, after: is }) => (
        <li key={path}>
          <code>{path}</code>
          {was !== undefined && <del>{was}</del>}
          {is !== undefined && <ins>{is}</ins>}
        </li>
      ))}
    </ul>
  );
}
