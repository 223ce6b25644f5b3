import { useMemo } from 'react';
import type { OwnOrganization } from '../../client/operations.data.ts';
import { signOut, switchOrganization } from '../auth.ts';
import { ask, queries } from '../hub.ts';
import { act } from '../parts/toasts.tsx';
import { useQuery } from '../parts/use-query.ts';
import { useMe } from './session.tsx';

const staleMs = 60_000;
const none: readonly OwnOrganization[] = [];

/** Where the person may act: the present organization, and those that they can change to. Names that are there twice have their id. */
export function useOrganizations(): readonly OwnOrganization[] {
  const { kind } = useMe();
  const found = useQuery({ ...ask('listOwnOrganizations', {}), enabled: kind === 'session', staleTime: staleMs });
  const listed = found.data?.data ?? none;
  return useMemo(() => {
    const names = listed.map(({ name }) => name);
    return listed
      .filter(({ current, suspended }) => current || !suspended)
      .map((one) =>
        names.filter((name) => name === one.name).length > 1 ? { ...one, name: `${one.name} ${one.id}` } : one,
      );
  }, [listed]);
}

/**
 * Acts in another organization from now on: by its identity provider where it wants that, otherwise at once.
 *
 * @param page Where to go on there. Default: the overview.
 */
export function enterOrganization(
  { id, name, sso }: OwnOrganization,
  email: string | undefined,
  page = '/app/',
): Promise<void> {
  if (sso !== undefined) {
    const parameters = new URLSearchParams({
      return_to: page,
      ...(email === undefined ? {} : { login_hint: email }),
    });
    location.assign(`${sso.url}?${parameters.toString()}`);
    return Promise.resolve();
  }
  return act(async () => {
    await switchOrganization(id);
    beginAgain(page);
  }, `You act in ${name} now`);
}

/** Ends the session; whoever signs in next begins at the overview. */
export function leave(): Promise<void> {
  return act(async () => {
    await signOut();
    beginAgain();
  }, 'Signed out');
}

/** Nothing that was read before is shown to another person, or in another organization. */
export function beginAgain(page = '/app/'): void {
  queries.clear();
  location.assign(page);
}
