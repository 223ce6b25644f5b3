import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const api = 'https://tailscale.com/api';
/** The description as it was last published in the repository. */
const readme =
  'https://github.com/tailscale/tailscale/blob/bd279fac0ca10ad597a1f814ae8eec6aabfa172a/publicapi/readme.md';
const credentials = 'https://tailscale.com/docs/reference/trust-credentials';

const scoped = (scope: string, read = `${scope}:read`): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], write: [scope], page: credentials },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant.', page: api },
    listing: { leavesOut: [], paging: 'whole', page: `${readme}#pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by Tailscale.', page: api },
    filter: { none: 'Values are part of the address.', page: api },
    lag: { none: 'Its writes look nothing up.', page: api },
    ceilings: { none: 'Lists come as a whole.', page: `${readme}#pagination` },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${readme}#errors`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${readme}#errors` },
    ...scoped('devices:core'),
  },
  objects: {
    device_routes: scoped('devices:routes'),
    users: {
      deletes: { seen: 'state', how: 'Suspended users have the status `suspended`.', page: api },
      ...scoped('users'),
    },
    user_roles: scoped('users'),
    user_invites: scoped('user_invites'),
    keys: {
      deletes: {
        seen: 'state',
        how: 'Revoked keys are listed for a while, with `invalid` and `revoked`.',
        page: 'https://tailscale.com/docs/reference/tailscale-api',
      },
      ...scoped('auth_keys'),
    },
    webhooks: scoped('webhooks'),
  },
};
