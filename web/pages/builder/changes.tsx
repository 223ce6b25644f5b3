import type { ReactNode } from 'react';
import { diffDefinitions } from '../../model/diff-definitions.ts';
import type { JsonObject } from '../../model/json.ts';

/** What differs between two definitions, member by member. */
export function Changes({ before, after, none }: { before: JsonObject; after: JsonObject; none: string }): ReactNode {
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
