import type { Meaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const docs = 'https://docs.netlify.com/api-and-cli-guides/api-guides/get-started-with-api/';
const retention = 'https://docs.netlify.com/deploy/manage-deploys/manage-deploys-overview/#deploy-retention';

const hosts = 'https://www.rfc-editor.org/rfc/rfc4343';

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: docs },
    listing: { leavesOut: [], paging: 'position', page: `${docs}#pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: docs },
    identity: { none: 'Ids are given by Netlify.', page: docs },
    filter: { none: 'Values are parameters of their own.', page: docs },
    lag: { none: 'Nothing is looked up before it is written.', page: docs },
    ceilings: { pageSize: 100, page: `${docs}#pagination` },
    login: {
      answers: [
        { status: 401, body: { code: 401, message: 'Access Denied' }, kind: 'auth_invalid' },
        { status: 403, kind: 'permission' },
        { status: 429, kind: 'rate_limited' },
      ],
      page: `${docs}#rate-limiting`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: docs },
    scopes: { none: 'A token may do what its user may.', page: `${docs}#authentication` },
  },
  objects: {
    // The name of a site is that of its host, as the name of a zone is a domain.
    sites: {
      lag: lagNotIn('https://open-api.netlify.com/#tag/site'),
      identity: { field: 'name', unique: true, ignoresCase: true, page: hosts },
    },
    deploys: {
      listing: { leavesOut: ['deploys that retention has removed'], paging: 'position', page: retention },
    },
    members: {
      lag: lagNotIn('https://open-api.netlify.com/#tag/accountMembership'),
      identity: caseNotIn('email', { unique: true }, 'https://open-api.netlify.com/#tag/accountMembership'),
    },
    environment_variables: {
      listing: {
        leavesOut: ['shared variables, where the token is not of an owner of the team'],
        paging: 'position',
        page: `${docs}#get-environment-variables`,
      },
    },
    // No page says that a domain has one zone only.
    dns_zones: {
      lag: lagNotIn('https://open-api.netlify.com/#tag/dnsZone'),
      identity: { field: 'name', unique: false, ignoresCase: true, page: hosts },
    },
  },
};
