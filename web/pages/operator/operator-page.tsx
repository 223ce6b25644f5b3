import { type ReactNode, useMemo, useState } from 'react';
import { createHubClient, type HubClient } from '../../../client/index.ts';
import { readText } from '../../model/read-text.ts';
import { TextField } from '../../parts/fields.tsx';
import { SignInBox } from '../../shell/sign-in-box.tsx';
import { OrganizationList } from './organization-list.tsx';

/**
 * Where the operator of the hub makes, limits and suspends organizations. The key of the operator is asked for, kept in the
 * memory of this page and nowhere else.
 */
export function OperatorPage(): ReactNode {
  const [key, setKey] = useState<string>();
  const operator = useMemo(() => (key === undefined ? undefined : openAsOperator(key)), [key]);
  if (operator !== undefined) return <OrganizationList operator={operator} onLeave={() => setKey(undefined)} />;
  return (
    <SignInBox
      title="Operator"
      lead="Organizations of this hub"
      act="Go on"
      onSubmit={async (form) => {
        const typed = readText(form, 'key').trim();
        await openAsOperator(typed).call('listOperatorOrganizations', { query: { per_page: 1 } });
        setKey(typed);
      }}
    >
      <TextField
        label="Key of the operator"
        name="key"
        type="password"
        autoComplete="off"
        help="HUB_OPERATOR_KEY of the API. It is forgotten when you leave this page."
        required
        autoFocus
      />
    </SignInBox>
  );
}

/** What is made twice stays twice: nothing is sent again by itself. */
function openAsOperator(apiKey: string): HubClient {
  return createHubClient({ baseUrl: location.origin, apiKey, retriesMax: 0 });
}
