import type { Changed, Fact, Meaning } from '../kit/meaning/meaning.ts';

const api = 'https://www.misp-project.org/openapi/';
/** Lists that are asked for as JSON are not cut into pages; that of warninglists was until October 2022. */
const controllers = 'https://github.com/MISP/MISP/tree/2.5/app/Controller';
const roles = 'https://www.circl.lu/doc/misp/administration/#roles';

const models = 'https://github.com/MISP/MISP/tree/2.5/app/Model';

/** `>=`, in both searches. */
const condition = 'https://github.com/MISP/MISP/blob/2.5/app/Model/MispAttribute.php';

const edited: Fact<Changed> = {
  field: 'timestamp',
  inclusive: true,
  zone: 'utc',
  granularityMs: 1000,
  late: { marginMs: 60_000 },
  misses: 'Nothing that the description names.',
  page: condition,
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: api },
    listing: { leavesOut: [], paging: 'whole', page: controllers },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: api },
    identity: { none: 'Ids are given by MISP.', page: api },
    filter: { none: 'No values are filtered by.', page: api },
    lag: { none: 'Nothing is looked up before it is written.', page: api },
    ceilings: { none: 'The list comes as a whole.', page: controllers },
    login: {
      answers: [
        {
          status: 403,
          body: {
            name: 'Authentication failed. Please make sure you pass the API key of an API enabled user along in the Authorization header.',
            message:
              'Authentication failed. Please make sure you pass the API key of an API enabled user along in the Authorization header.',
            url: '/users',
          },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: { name: 'You do not have permission to use this functionality.', url: '/users' },
          kind: 'permission',
        },
      ],
      page: `${api}#section/Authentication`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: api },
    scopes: { none: 'A key may do what the role of its user may.', page: roles },
  },
  objects: {
    events: {
      changed: edited,
      listing: { leavesOut: [], paging: 'position', page: `${api}#tag/Events/operation/restSearchEvents` },
      ceilings: { none: 'A page is as large as it is asked to be.', page: models },
    },
    attributes: {
      changed: edited,
      listing: {
        leavesOut: ['deleted'],
        paging: 'position',
        page: `${api}#tag/Attributes/operation/restSearchAttributes`,
      },
      deletes: {
        seen: 'absence',
        how: 'Deleted attributes are listed only where they are asked for.',
        page: `${api}#tag/Attributes/operation/restSearchAttributes`,
      },
      ceilings: { none: 'A page is as large as it is asked to be.', page: models },
    },
    organisations: {
      listing: {
        leavesOut: ['external: known from shared events only'],
        paging: 'whole',
        page: controllers,
      },
    },
  },
};
