import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://www.koyeb.com/docs/reference/api';

const secrets = 'https://www.koyeb.com/docs/reference/secrets';
const description = 'https://github.com/koyeb/koyeb-api-client-go/blob/5958795/api/v1/koyeb/openapi.json';

/** That names are unique is not told, nor whether the filter by name compares whole ones. */
const found: Pick<ObjectMeaning, 'identity' | 'lag'> = {
  identity: caseNotIn('name', { unique: false }, description),
  lag: lagNotIn(description),
};

/** How long such a record is listed is not told. */
const marked = (how: string): Pick<ObjectMeaning, 'deletes'> => ({
  deletes: { seen: 'state', how, page: description },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: docs },
    // Statuses, DELETED among them, are left out by filters that are optional.
    listing: { leavesOut: [], paging: 'position', page: `${docs}#section/Pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by Koyeb.', page: docs },
    filter: { none: 'Values are parameters of their own.', page: docs },
    lag: { none: 'No record is looked for before it is written.', page: docs },
    ceilings: { pageSize: 100, page: `${docs}#section/Pagination` },
    login: {
      answers: [
        {
          status: 401,
          body: { status: 401, code: 'authentication_error', message: 'Request unauthenticated with bearer' },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: {
            status: 403,
            code: 'authentication_required',
            message: "You don't have the requested permission to access to resource.",
          },
          kind: 'permission',
        },
      ],
      page: `${docs}#section/Errors`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${docs}#section/Errors` },
    scopes: { none: 'OWNER is the only role of members; tokens have no scopes.', page: description },
  },
  objects: {
    apps: { ...found, ...marked('A deleted app has the status DELETED.') },
    services: marked('A deleted service has the status DELETED.'),
    deployments: marked('A deployment that is over has the status STOPPED, CANCELED, ERROR or STASHED.'),
    instances: marked('An instance that is over has the status STOPPED or ERROR.'),
    domains: { ...found, ...marked('A deleted domain has the status DELETED.') },
    secrets: {
      identity: { field: 'name', unique: false, ignoresCase: false, page: secrets },
      lag: lagNotIn(description, secrets),
      deletes: { seen: 'absence', how: 'Deleting is permanent.', page: secrets },
    },
    volumes: {
      ...found,
      ...marked('A deleted volume has the status PERSISTENT_VOLUME_STATUS_DELETED.'),
    },
    snapshots: marked('A deleted snapshot has the status SNAPSHOT_STATUS_DELETED.'),
    projects: found,
    members: marked('A member that was removed has the status DELETED.'),
  },
};
