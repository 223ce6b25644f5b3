import type { z } from 'zod';
import type { GivenRequest } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { readOnce } from '../kit/presets/aws-places.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const paged = (pageSize: number) =>
  ({
    kind: 'cursor',
    parameter: 'nextToken',
    in: 'body',
    path: 'nextToken',
    sizeParameter: 'maxResults',
    pageSize,
  }) as const;

const { listOf } = restApi({
  docs: (page) => `https://docs.aws.amazon.com/inspector/v2/APIReference/${page}.html`,
  paged,
});

interface Kind {
  title: string;
  path: string;
  docs: string;
  recordsPath: string;
  key: string | readonly string[];
  schema: z.ZodType;
  pageSize: number;
}

/** Lists are asked for by POST. */
const post = { method: 'POST' } as const;

const listed = (kind: Kind, more: Partial<Parameters<typeof listOf>[0]> = {}): HttpObject =>
  listOf({ ...kind, request: post, ...more });

/** A request whose body has members of the record. */
function sending(path: string, members: Readonly<Record<string, string>>): GivenRequest {
  const fields = Object.entries(members).map(([member, field]) => [member, `{${field}}`] as const);
  return { method: 'POST', path, bodyFields: Object.fromEntries(fields) };
}

const changed = { action: 'action', description: 'description', filterCriteria: 'filterCriteria', reason: 'reason' };

/** Only the administrator's account has members. */
const members = listed(
  {
    title: 'Member accounts',
    path: '/members/list',
    docs: 'API_ListMembers',
    recordsPath: 'members',
    key: 'accountId',
    schema: schemas.Member,
    pageSize: 50,
  },
  { request: { ...post, body: { onlyAssociated: false } } },
);

export const objects: Readonly<Record<string, HttpObject>> = {
  findings: listed(
    {
      title: 'Findings',
      path: '/findings/list',
      docs: 'API_ListFindings',
      recordsPath: 'findings',
      key: 'findingArn',
      schema: schemas.Finding,
      pageSize: 100,
    },
    {
      incremental: {
        kind: 'server_filter',
        parameter: 'filterCriteria.updatedAt[0].startInclusive',
        in: 'body',
        format: 'epoch_s',
      },
    },
  ),
  coverage: listed({
    title: 'Covered resources',
    path: '/coverage/list',
    docs: 'API_ListCoverage',
    recordsPath: 'coveredResources',
    key: ['accountId', 'resourceId', 'scanType'],
    schema: schemas.CoveredResource,
    pageSize: 200,
  }),
  ...readOnce('connection', { members }),
  filters: listOf(
    {
      title: 'Filters and suppression rules',
      path: '/filters/list',
      docs: 'API_ListFilters',
      recordsPath: 'filters',
      key: 'arn',
      schema: schemas.Filter,
      pageSize: 100,
      request: post,
    },
    {
      create: findOrCreate('POST /filters/create', {
        find: {
          path: '/filters/list',
          request: post,
          recordsPath: 'filters',
          idPath: 'arn',
          paginate: paged(100),
          ignoresCase: 'undocumented',
          searchLagMs: 'undocumented',
        },
        targetIdPath: 'arn',
      }),
      update: idempotent(sending('/filters/update', { filterArn: 'arn', name: 'name', ...changed })),
      delete: idempotent(sending('/filters/delete', { arn: 'arn' })),
    },
  ),
};
