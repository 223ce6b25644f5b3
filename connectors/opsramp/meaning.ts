import type { Meaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn, pageSizeNotIn } from '../kit/meaning/not-documented.ts';

const docs = (page: string): string => `https://docs.opsramp.com/api/${page}`;
const reference = (page: string): string => `https://develop.opsramp.com/v2/${page}`;

const incidents = docs('tickets/incident-search-get/');
const ticket = reference('api/tickets/clientid-ticketentity-ticketid');
const resources = docs('resource-management/resources-search-get/');
const site = reference('api/resource-management/clientid-sites-siteid');
// The vendor's pages, as a partner shows them.
const sites =
  'http://docs.vistanet.jp.s3-website-ap-northeast-1.amazonaws.com/api/resource-management/sites-search-get';
const window = reference('api/alerts/clientid-schedulemaintenances-smid');
const windows = 'https://docs.vistanet.jp/api/alerts/schedule-maintenance-search-window-get';

const readInFull =
  'Lists are read in full. Searches filter by instants, but pages show these without the sign of their zone, as 2016-08-11T13:50:18 0000, which also parts conditions.';
const noLookUp = 'No write looks its record up.';

export const meaning: Meaning = {
  asOf: '2026-11-29',
  all: {
    filter: { none: 'No condition is sent: look-ups go through all pages.', page: resources },
    lag: { none: noLookUp, page: ticket },
    ceilings: pageSizeNotIn(incidents, resources, sites, windows),
    login: {
      answers: [
        { status: 407, kind: 'auth_expired' },
        { status: 401, kind: 'auth_invalid' },
      ],
      page: reference('api-overview'),
    },
    errorsInside: { none: 'What is not done has a status of 400 and above.', page: reference('api-overview') },
    scopes: { read: ['global:manage'], write: ['global:manage'], page: reference('api/auth/tenancy-auth-oauth-token') },
  },
  objects: {
    incidents: {
      changed: { none: readInFull, page: incidents },
      listing: { unknown: 'All conditions of the search are optional; no page says whether it leaves anything out.' },
      deletes: { none: 'Tickets are created, read and updated; their status says that they are closed.', page: ticket },
      identity: caseNotIn('id', { unique: true }, ticket, incidents),
    },
    resources: {
      changed: { none: readInFull, page: resources },
      listing: { leavesOut: [], paging: 'position', page: resources },
      deletes: {
        unknown:
          'Resources are described with a member `deleted`; no page says whether searches show those that have it.',
      },
      identity: caseNotIn('id', { unique: true }, resources),
    },
    sites: {
      changed: { none: 'Sites have no instant of a change.', page: sites },
      listing: { unknown: 'All conditions of the search are optional; no page says whether it leaves anything out.' },
      deletes: { seen: 'absence', how: 'A site that was deleted is no longer found.', page: site },
      identity: caseNotIn('name', { unique: false }, site, sites),
      lag: lagNotIn(site, sites),
    },
    maintenance_windows: {
      changed: { none: readInFull, page: windows },
      listing: { leavesOut: [], paging: 'position', page: windows },
      deletes: { seen: 'absence', how: 'A window that was deleted is no longer found.', page: window },
      identity: caseNotIn('uniqueId', { unique: true }, windows),
    },
  },
};
