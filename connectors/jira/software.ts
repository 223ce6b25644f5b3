/** Boards and sprints of Jira Software, whose API is beside that of the platform. */
import { z } from 'zod';
import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import { Board, NewSprint, Sprint, SprintIssue } from './schema.ts';

const { listOf, pagesOf } = restApi({
  docs: (group) => `https://developer.atlassian.com/cloud/jira/software/rest/${group}/`,
  records: { recordsPath: 'values' },
  // @see https://developer.atlassian.com/cloud/jira/software/rest/intro/#pagination
  paged: (pageSize) => ({
    kind: 'offset',
    parameter: 'startAt',
    sizeParameter: 'maxResults',
    pageSize,
    totalPath: 'total',
    endPath: 'isLast',
  }),
});

const api = '/rest/agile/1.0';
const boards = { path: `${api}/board`, pageSize: 50 };

/** Boards without sprints refuse to list them. */
const noSprints: GivenPages['empty'] = { status: 400, bodyIncludes: ['does not support sprints'] };

const sprints = {
  path: `${api}/board/{parent.id}/sprint`,
  pageSize: 50,
  empty: noSprints,
  parents: { from: pagesOf(boards), key: 'id', copy: { board_id: 'id' } },
};

const sprintFields = ['name', 'goal', 'startDate', 'endDate', 'state'] as const;

export const software: Readonly<Record<string, HttpObject>> = {
  boards: listOf({ title: 'Boards', docs: 'api-group-board', schema: Board, find: true, ...boards }),
  sprints: listOf(
    { title: 'Sprints of boards', docs: 'api-group-sprint', key: ['board_id', 'id'], schema: Sprint, ...sprints },
    {
      create: nonIdempotent(`POST ${api}/sprint`, { targetIdPath: 'id', schema: NewSprint }),
      // A part of it. A sprint is started as `active`, and completed as `closed`.
      update: idempotent(
        {
          method: 'POST',
          path: `${api}/sprint/{id}`,
          bodyFields: Object.fromEntries(sprintFields.map((name) => [name, `{${name}}`])),
        },
        {
          schema: NewSprint.partial().omit({ originBoardId: true }).extend({ id: z.int(), state: Sprint.shape.state }),
        },
      ),
      delete: idempotent(`DELETE ${api}/sprint/{id}`, { effect: 'destructive' }),
    },
  ),
  sprint_issues: listOf(
    {
      title: 'Issues of sprints',
      path: '/rest/software/1.0/sprint/{parent.id}/issue',
      docs: 'api-group-sprint',
      key: ['sprint_id', 'id'],
      schema: SprintIssue,
      recordsPath: 'issues',
      paginate: {
        kind: 'cursor',
        parameter: 'nextPageToken',
        path: 'nextPageToken',
        endPath: 'isLast',
        sizeParameter: 'maxResults',
        pageSize: 100,
      },
      parents: { from: pagesOf(sprints), key: 'id', copy: { sprint_id: 'id' } },
    },
    {
      // An issue is in one open sprint: it leaves the one that it was in.
      upsert: idempotent(
        { method: 'POST', path: `${api}/sprint/{sprint_id}/issue`, bodyFields: { 'issues[0]': '{id}' } },
        { schema: z.object({ sprint_id: z.int(), id: z.string() }) },
      ),
      // To the backlog.
      delete: idempotent(
        { method: 'POST', path: `${api}/backlog/issue`, bodyFields: { 'issues[0]': '{id}' } },
        { effect: 'reversible' },
      ),
    },
  ),
};
