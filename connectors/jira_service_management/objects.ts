import type { GivenPages, HttpWrite } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const api = '/rest/servicedeskapi';

const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://developer.atlassian.com/cloud/jira/service-desk/rest/api-group-${page}/`,
  records: { recordsPath: 'values' },
  // @see https://developer.atlassian.com/cloud/jira/service-desk/rest/intro/#pagination
  paginate: {
    kind: 'offset',
    parameter: 'start',
    sizeParameter: 'limit',
    pageSize: 50,
    endPath: 'isLastPage',
  },
});

/** What the user of the connection is allowed to see, and not only what is theirs. */
const allRequests = { requestOwnership: 'ALL_REQUESTS' };

/** Read once for each service desk. */
const ofDesks: GivenPages['parents'] = {
  from: pagesOf({ path: `${api}/servicedesk` }),
  key: 'id',
  copy: { serviceDeskId: 'id' },
};

/** Read once for each organization. */
const ofOrganizations: GivenPages['parents'] = {
  from: pagesOf({ path: `${api}/organization` }),
  key: 'id',
  copy: { organizationId: 'id' },
};

/** Read once for each request. */
const ofRequests: GivenPages['parents'] = {
  from: pagesOf({ path: `${api}/request`, query: allRequests }),
  key: 'issueId',
  copy: { issueId: 'issueId' },
};

/** Adds a user; one who is there already stays. */
const adds = (path: string): HttpWrite =>
  idempotent({ method: 'POST', path: `${api}${path}`, bodyFields: { 'accountIds[0]': '{accountId}' } });

export const objects: Readonly<Record<string, HttpObject>> = {
  requests: listOf(
    {
      title: 'Requests',
      path: `${api}/request`,
      docs: 'request',
      key: 'issueId',
      schema: schemas.Request,
      query: allRequests,
      find: true,
    },
    { create: nonIdempotent(`POST ${api}/request`, { targetIdPath: 'issueId' }) },
  ),
  request_comments: listOf(
    {
      title: 'Comments of requests',
      path: `${api}/request/{parent.issueId}/comment`,
      docs: 'request',
      key: ['issueId', 'id'],
      schema: schemas.Comment,
      parents: ofRequests,
    },
    { create: nonIdempotent(`POST ${api}/request/{issueId}/comment`, { targetIdPath: 'id' }) },
  ),
  request_participants: listOf(
    {
      title: 'Participants of requests',
      path: `${api}/request/{parent.issueId}/participant`,
      docs: 'request',
      key: ['issueId', 'accountId'],
      schema: schemas.User.extend({ issueId: schemas.parentId }),
      parents: ofRequests,
    },
    { upsert: adds('/request/{issueId}/participant') },
  ),
  request_approvals: listOf({
    title: 'Approvals of requests',
    path: `${api}/request/{parent.issueId}/approval`,
    docs: 'request',
    key: ['issueId', 'id'],
    schema: schemas.Approval,
    parents: ofRequests,
  }),
  request_slas: listOf({
    title: 'SLAs of requests',
    path: `${api}/request/{parent.issueId}/sla`,
    docs: 'request',
    key: ['issueId', 'id'],
    schema: schemas.Sla,
    parents: ofRequests,
  }),
  request_types: listOf(
    {
      title: 'Request types',
      path: `${api}/servicedesk/{parent.id}/requesttype`,
      docs: 'servicedesk',
      schema: schemas.RequestType,
      parents: { ...ofDesks, copy: {} },
    },
    {
      create: nonIdempotent(`POST ${api}/servicedesk/{serviceDeskId}/requesttype`, { targetIdPath: 'id' }),
      delete: idempotent(`DELETE ${api}/servicedesk/{serviceDeskId}/requesttype/{id}`),
    },
  ),
  service_desks: listOf({
    title: 'Service desks',
    path: `${api}/servicedesk`,
    docs: 'servicedesk',
    schema: schemas.ServiceDesk,
    find: true,
  }),
  queues: listOf({
    title: 'Queues',
    path: `${api}/servicedesk/{parent.id}/queue`,
    docs: 'servicedesk',
    key: ['serviceDeskId', 'id'],
    schema: schemas.Queue,
    query: { includeCount: 'true' },
    parents: ofDesks,
  }),
  customers: listOf(
    {
      title: 'Customers of service desks',
      path: `${api}/servicedesk/{parent.id}/customer`,
      docs: 'servicedesk',
      key: ['serviceDeskId', 'accountId'],
      schema: schemas.User.extend({ serviceDeskId: schemas.parentId }),
      // The list of customers is experimental, and refused without this header.
      request: { headers: { 'x-experimentalapi': 'opt-in' } },
      parents: ofDesks,
    },
    { upsert: adds('/servicedesk/{serviceDeskId}/customer') },
  ),
  accounts: objectOf(
    { title: 'Customer accounts', docs: 'customer', key: 'accountId', schema: schemas.User },
    { create: nonIdempotent(`POST ${api}/customer`, { targetIdPath: 'accountId' }) },
  ),
  organizations: listOf(
    {
      title: 'Organizations',
      path: `${api}/organization`,
      docs: 'organization',
      schema: schemas.Organization,
      find: true,
    },
    writesAt({ path: `${api}/organization`, only: ['create', 'delete'] }),
  ),
  organization_users: listOf(
    {
      title: 'Users of organizations',
      path: `${api}/organization/{parent.id}/user`,
      docs: 'organization',
      key: ['organizationId', 'accountId'],
      schema: schemas.User.extend({ organizationId: schemas.parentId }),
      parents: ofOrganizations,
    },
    { upsert: adds('/organization/{organizationId}/user') },
  ),
  service_desk_organizations: listOf(
    {
      title: 'Organizations of service desks',
      path: `${api}/servicedesk/{parent.id}/organization`,
      docs: 'servicedesk',
      key: ['serviceDeskId', 'id'],
      schema: schemas.Organization.extend({ serviceDeskId: schemas.parentId }),
      parents: ofDesks,
    },
    {
      upsert: idempotent({
        method: 'POST',
        path: `${api}/servicedesk/{serviceDeskId}/organization`,
        bodyFields: { organizationId: '{id}' },
      }),
    },
  ),
};
