import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const tenant = '/tenants/{config.tenant_id}';

const { listOf } = restApi({
  docs: (page) => `https://docs.opsramp.com/api/${page}`,
  records: { recordsPath: 'results' },
  // 100 is the default. @see https://docs.opsramp.com/api/tickets/incident-search-get/
  paged: (pageSize) => ({
    kind: 'page',
    parameter: 'pageNo',
    sizeParameter: 'pageSize',
    pageSize,
    totalPagesPath: 'totalPages',
  }),
});

export const objects: Readonly<Record<string, HttpObject>> = {
  // No condition of the search is unique, so an incident cannot be recognized after a lost answer.
  incidents: listOf(
    {
      title: 'Incidents',
      path: `${tenant}/incidents/search`,
      docs: 'tickets/incident-search-get/',
      pageSize: 100,
      schema: schemas.Incident,
      find: `${tenant}/incidents/{value}`,
    },
    writesAt({ path: `${tenant}/incidents`, method: 'POST', only: ['create', 'update'] }),
  ),
  resources: listOf(
    {
      title: 'Resources',
      path: `${tenant}/resources/search`,
      docs: 'resource-management/resources-search-get/',
      pageSize: 100,
      schema: schemas.Resource,
      find: `${tenant}/resources/{value}`,
    },
    { delete: idempotent(`DELETE ${tenant}/resources/{id}`) },
  ),
  sites: listOf(
    {
      title: 'Sites',
      path: `${tenant}/sites/search`,
      docs: 'resource-management/',
      pageSize: 100,
      schema: schemas.Site,
      find: `${tenant}/sites/{value}`,
    },
    writesAt({
      path: `${tenant}/sites`,
      method: 'POST',
      find: {
        path: `${tenant}/sites/search`,
        recordsPath: 'results',
        paginate: {
          kind: 'page',
          parameter: 'pageNo',
          sizeParameter: 'pageSize',
          pageSize: 100,
          totalPagesPath: 'totalPages',
        },
        ignoresCase: 'undocumented',
        searchLagMs: 'undocumented',
      },
    }),
  ),
  // One window is described both as a record and within `results`, so there is no look-up of one. Only pending ones can be updated.
  // @see https://docs.opsramp.com/api/alerts/schedule-maintenance-update-pending-post/
  maintenance_windows: listOf(
    {
      title: 'Maintenance windows',
      key: 'uniqueId',
      path: `${tenant}/scheduleMaintenances/search`,
      docs: 'alerts/',
      pageSize: 100,
      schema: schemas.MaintenanceWindow,
    },
    writesAt({ path: `${tenant}/scheduleMaintenances`, id: 'uniqueId', method: 'POST' }),
  ),
};
