import type { ReactNode } from 'react';
import { covers, describeAct, scopeGroups } from '../../model/access/describe-scopes.ts';
import { useMe } from '../../shell/session.tsx';

/** What a program may do. What the person may not do themselves is not offered. */
export function ScopesField(): ReactNode {
  const me = useMe();
  return scopeGroups.map(({ title, scopes }) => {
    const offered = scopes.filter((scope) => covers(me.scopes, scope));
    if (offered.length === 0) return null;
    return (
      <fieldset key={title} className="scopes">
        <legend className="label">{title}</legend>
        {offered.map((scope) => (
          <label key={scope} className="check">
            <input type="checkbox" name="scopes" value={scope} />
            {describeAct(scope)}
          </label>
        ))}
      </fieldset>
    );
  });
}
