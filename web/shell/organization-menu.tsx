import type { ReactNode } from 'react';
import type { MenuEntry } from '../parts/menu.tsx';
import { LazyMenu } from './lazy-menu.tsx';
import { enterOrganization, leave, useOrganizations } from './organizations.ts';
import { useMe } from './session.tsx';

/** In which organization the person acts, and the way into their others. */
export function OrganizationMenu(): ReactNode {
  const { organization, email, single_sign_on: bySso } = useMe();
  const organizations = useOrganizations();
  if (organizations.length < 2 && bySso !== true) return <small title={organization.name}>{organization.name}</small>;
  const entries: MenuEntry[] = organizations.map((one) => ({
    label: one.sso === undefined ? one.name : `${one.name}, by ${one.sso.name}`,
    icon: one.current ? 'check' : 'accounts',
    onSelect: () => {
      if (!one.current) void enterOrganization(one, email);
    },
  }));
  // An identity provider vouches for people in its own organization only, and is told of no other.
  const elsewhere: MenuEntry = {
    label: 'Sign in to another organization',
    icon: 'leave',
    onSelect: () => void leave(),
  };
  return (
    <LazyMenu
      meanwhile={<small>{organization.name}</small>}
      label={organization.name}
      about="change the organization"
      looks="brand-switch"
      entries={bySso === true ? [...entries, elsewhere] : entries}
    />
  );
}
