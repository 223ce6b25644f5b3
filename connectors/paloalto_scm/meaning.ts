import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const api = 'https://pan.dev/scm/api/config/ngfw/objects/';

const rules: Partial<ObjectMeaning> = {
  identity: { none: 'Ids are given by the system.', page: 'https://pan.dev/scm/api/config/ngfw/security/' },
  lag: { none: 'Its writes look nothing up.', page: 'https://pan.dev/scm/api/config/ngfw/security/' },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'Records have no instant of change.', page: api },
    listing: { leavesOut: ['of other folders'], paging: 'position', page: api },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { unknown: 'That names are unique in a folder is told; whether case counts is not.' },
    filter: { none: 'Records are searched in the list.', page: api },
    lag: { unknown: 'Whether lists follow writes immediately is not told.' },
    ceilings: {
      unknown:
        'A page has 200 records unless more are asked for; the description and the best practices do not say the most.',
    },
    login: {
      answers: [
        { status: 401, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
      ],
      page: api,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: api },
    scopes: {
      none: 'A service account has the rights of its roles.',
      page: 'https://pan.dev/scm/docs/roles-overview/',
    },
  },
  objects: { security_rules: rules, security_post_rules: rules },
};
