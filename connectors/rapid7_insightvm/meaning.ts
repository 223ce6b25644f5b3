import type { Fact, Ceilings, Listing, Meaning } from '../kit/meaning/meaning.ts';

const docs = 'https://help.rapid7.com/insightvm/en-us/api/index.html';
const responses = `${docs}#section/Responses`;
const whole: { listing: Fact<Listing>; ceilings: Fact<Ceilings> } = {
  listing: { leavesOut: [], paging: 'whole', page: responses },
  ceilings: { none: 'The list comes as a whole.', page: responses },
};

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: docs },
    listing: { leavesOut: [], paging: 'position', page: responses },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by the console.', page: docs },
    filter: { none: 'Lists are read without a filter.', page: docs },
    lag: { none: 'Nothing is looked up before it is written.', page: docs },
    ceilings: { pageSize: 500, page: responses },
    login: {
      answers: [
        { status: 401, body: { status: 401, message: 'Unauthorized', links: [] }, kind: 'auth_invalid' },
        { status: 403, body: { status: 403, message: 'Forbidden', links: [] }, kind: 'permission' },
      ],
      page: responses,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: responses },
    scopes: {
      none: 'A user has the permissions of its role, for its sites and asset groups.',
      page: `${docs}#section/Overview/Authentication`,
    },
  },
  objects: {
    asset_software: whole,
    asset_tags: whole,
    site_users: whole,
    scan_engines: whole,
    scan_templates: whole,
    roles: whole,
  },
};
