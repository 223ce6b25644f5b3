import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/states.tsx';
import { enterOrganization, useOrganizations } from './organizations.ts';
import { useMe } from './session.tsx';

/** Says that a link is of another organization than the person acts in, where nothing of what it leads to would be found. */
export function OtherOrganization(): ReactNode {
  const { organization: wanted }: { organization?: string } = useSearch({ strict: false });
  const { organization, email } = useMe();
  const organizations = useOrganizations();
  if (wanted === undefined || wanted === organization.id || organizations.length === 0) return null;
  const other = organizations.find(({ id }) => id === wanted);
  if (other === undefined) {
    return (
      <Notice tone="warn" title="This link is of another organization">
        <p>
          You act in {organization.name}, and are no member of that one{email === undefined ? '' : ` as ${email}`}. Sign
          out, and sign in as who the link was sent to.
        </p>
      </Notice>
    );
  }
  return (
    <Notice tone="warn" title={`This link is of ${other.name}`}>
      <p>You act in {organization.name}, where what it leads to is not found.</p>
      <Button onClick={() => void enterOrganization(other, email, `${location.pathname}${location.search}`)}>
        Change to {other.name}
      </Button>
    </Notice>
  );
}
