import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { lagNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://api-doc.qovery.com/';
const description = 'https://github.com/Qovery/qovery-openapi-spec/blob/651aed5/openapi.yaml';
const roles = 'https://github.com/Qovery/documentation/blob/4e9636b/docs/configuration/organization/members-rbac.mdx';

/** Names are looked for in a list of all. "Name is case insensitive", and one that is taken is refused. */
const found: Pick<ObjectMeaning, 'identity' | 'lag'> = {
  identity: { field: 'name', unique: true, ignoresCase: true, page: description },
  lag: lagNotIn(description),
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: docs },
    listing: { leavesOut: [], paging: 'whole', page: docs },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by Qovery.', page: docs },
    filter: { none: 'Lists are read without filters.', page: docs },
    lag: { none: 'No record is looked for before it is written.', page: docs },
    ceilings: { none: 'The list comes as a whole.', page: docs },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
      ],
      page: docs,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: docs },
    // A token has a role. A role of one's own may do less, by project and cluster.
    scopes: { read: ['Viewer'], write: ['DevOps'], page: roles },
  },
  objects: { projects: found, environments: found },
};
