import type { ReactNode } from 'react';
import { covers, describeAct, scopeGroups } from '../../model/access/describe-scopes.ts';
import { toSentence } from '../../model/status.ts';
import { useMe } from '../../shell/session.tsx';

const offeredScopes: ReadonlySet<string> = new Set(scopeGroups.flatMap(({ scopes }): string[] => [...scopes]));

/** What a program may do. What the person may not do themselves is not offered. */
export function ScopesField({
  held = [],
}: {
  /** What it may do already. */
  held?: readonly string[];
}): ReactNode {
  const me = useMe();
  const others = held.filter((scope) => !offeredScopes.has(scope));
  const groups = [
    ...scopeGroups.map(({ title, scopes }) => ({ title, scopes: scopes.filter((scope) => covers(me.scopes, scope)) })),
    // Made by the hub for a purpose of its own, or by the API.
    { title: 'Other', scopes: others },
  ];
  return groups.map(
    ({ title, scopes }) =>
      scopes.length > 0 && (
        <fieldset key={title} className="scopes">
          <legend className="label">{title}</legend>
          {scopes.map((scope) => (
            <label key={scope} className="check">
              <input type="checkbox" name="scopes" value={scope} defaultChecked={held.includes(scope)} />
              {scope === '*'
                ? 'Everything'
                : others.includes(scope)
                  ? toSentence(scope.replace(':', ' '))
                  : describeAct(scope)}
            </label>
          ))}
        </fieldset>
      ),
  );
}
