import type { Meaning } from '../kit/meaning/meaning.ts';

const protocol = 'https://www.rfc-editor.org/rfc/rfc7644';
const schema = 'https://www.rfc-editor.org/rfc/rfc7643';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: {
      field: 'meta.lastModified',
      inclusive: true,
      zone: 'utc',
      granularityMs: 1000,
      late: { ms: 0 },
      misses: 'Deletions.',
      page: `${protocol}#section-3.4.2.2`,
    },
    // Another page may belong to another result, unless the service has cursors.
    listing: { leavesOut: [], paging: 'position', page: `${protocol}#section-3.4.2.4` },
    deletes: { seen: 'absence', how: 'A deleted resource is not found any more.', page: `${protocol}#section-3.6` },
    identity: { none: 'Ids are given by the service.', page: `${schema}#section-3.1` },
    filter: { languages: ['scim', 'plain'], page: `${protocol}#section-3.4.2.2` },
    lag: { unknown: 'Each service has a consistency of its own.' },
    // The most is filter.maxResults of its ServiceProviderConfig.
    ceilings: {
      none: 'A service may answer with fewer resources than it is asked for.',
      page: `${protocol}#section-3.4.2.4`,
    },
    login: {
      answers: [
        { status: 401, body: { status: '401', detail: 'Unauthorized' }, kind: 'auth_invalid' },
        { status: 403, body: { status: '403', detail: 'Forbidden' }, kind: 'permission' },
      ],
      page: `${protocol}#section-3.12`,
    },
    errorsInside: {
      none: 'Errors have a status of their own; bulk requests are not used.',
      page: `${protocol}#section-3.12`,
    },
    scopes: { none: 'The protocol has none; each service authorizes as it likes.', page: `${protocol}#section-2` },
  },
  objects: {
    users: {
      // Attributes are compared without case unless their schema says `caseExact`.
      identity: { field: 'userName', unique: true, ignoresCase: true, page: `${schema}#section-4.1.1` },
      deletes: { seen: 'state', how: 'A deactivated user has active false.', page: `${schema}#section-4.1.1` },
    },
    groups: {
      identity: { field: 'displayName', unique: false, ignoresCase: true, page: `${schema}#section-8.7.1` },
    },
    group_memberships: {
      lag: { none: 'Nothing is looked up before it is written.', page: `${protocol}#section-3.5.2` },
      changed: { none: 'All groups are read.', page: `${schema}#section-4.2` },
      identity: { none: 'A membership is addressed by its group and its member.', page: `${protocol}#section-3.5.2.1` },
    },
  },
};
