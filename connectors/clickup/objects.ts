import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://developer.clickup.com/reference/${page}`,
});

const workspace = '/team/{config.team_id}';

/** Whether lists show archived records by themselves, the pages do not say. */
const query = { archived: 'false' };

const ofSpaces = { from: pagesOf({ path: `${workspace}/space`, query, recordsPath: 'spaces' }), key: 'id' };

const fieldOfTask = '/task/{task_id}/field/{field_id}';
const tagOfTask = '/task/{task_id}/tag/{tag_name}';

export const objects: Readonly<Record<string, HttpObject>> = {
  members: listOf({
    title: 'Members of workspaces',
    path: '/team',
    docs: 'getauthorizedteams',
    recordsPath: 'teams',
    extract: { expand: { path: 'members', copy: { team_id: 'id' } } },
    key: ['team_id', 'user.id'],
    schema: schemas.Member,
  }),
  user_groups: listOf(
    {
      title: 'User groups',
      path: '/group',
      query: { team_id: '{config.team_id}' },
      docs: 'getteams1',
      recordsPath: 'groups',
      schema: schemas.UserGroup,
    },
    {
      create: nonIdempotent(`POST ${workspace}/group`, { targetIdPath: 'id' }),
      ...writesAt({ path: '/group', method: 'PUT', only: ['update', 'delete'] }),
    },
  ),
  spaces: listOf(
    {
      title: 'Spaces',
      path: `${workspace}/space`,
      query,
      docs: 'getspaces',
      recordsPath: 'spaces',
      schema: schemas.Space,
      find: '/space/{value}',
    },
    writesAt({
      path: `${workspace}/space`,
      record: '/space/{id}',
      method: 'PUT',
      only: ['create', 'update', 'delete'],
    }),
  ),
  folders: listOf(
    {
      title: 'Folders',
      path: '/space/{parent.id}/folder',
      query,
      docs: 'getfolders',
      recordsPath: 'folders',
      schema: schemas.Folder,
      parents: ofSpaces,
      find: '/folder/{value}',
    },
    writesAt({
      path: '/space/{space_id}/folder',
      record: '/folder/{id}',
      method: 'PUT',
      only: ['create', 'update', 'delete'],
    }),
  ),
  lists: listOf(
    {
      title: 'Lists outside of folders',
      path: '/space/{parent.id}/list',
      query,
      docs: 'getfolderlesslists',
      recordsPath: 'lists',
      schema: schemas.List,
      parents: ofSpaces,
      find: '/list/{value}',
    },
    writesAt({
      path: '/space/{space_id}/list',
      record: '/list/{id}',
      method: 'PUT',
      only: ['create', 'update', 'delete'],
    }),
  ),
  folder_lists: listOf(
    {
      title: 'Lists in folders',
      path: '/space/{parent.id}/folder',
      query,
      docs: 'getfolders',
      recordsPath: 'folders',
      extract: { expand: { path: 'lists', copy: { folder_id: 'id' } } },
      schema: schemas.FolderList,
      parents: ofSpaces,
      find: '/list/{value}',
    },
    writesAt({
      path: '/folder/{folder_id}/list',
      record: '/list/{id}',
      method: 'PUT',
      only: ['create', 'update', 'delete'],
    }),
  ),
  tasks: listOf(
    {
      title: 'Tasks',
      path: `${workspace}/task`,
      query: { include_closed: 'true', subtasks: 'true' },
      docs: 'getfilteredteamtasks',
      recordsPath: 'tasks',
      schema: schemas.Task,
      // 100 at most. The list does not say which page is the last.
      paginate: { kind: 'page', parameter: 'page', first: 0, pageSize: 100 },
      incremental: { kind: 'server_filter', parameter: 'date_updated_gt', format: 'epoch_ms' },
      find: '/task/{value}',
    },
    writesAt({
      path: '/list/{list_id}/task',
      record: '/task/{id}',
      method: 'PUT',
      only: ['create', 'update', 'delete'],
    }),
  ),
  task_comments: objectOf(
    { title: 'Comments on tasks', docs: 'createtaskcomment' },
    writesAt({
      path: '/task/{task_id}/comment',
      record: '/comment/{id}',
      method: 'PUT',
      only: ['create', 'update', 'delete'],
    }),
  ),
  task_fields: objectOf(
    { title: 'Values of custom fields', docs: 'setcustomfieldvalue', key: ['task_id', 'field_id'] },
    { upsert: idempotent(`POST ${fieldOfTask}`), delete: idempotent(`DELETE ${fieldOfTask}`) },
  ),
  task_tags: objectOf(
    { title: 'Tags of tasks', docs: 'addtagtotask', key: ['task_id', 'tag_name'] },
    {
      upsert: idempotent(`POST ${tagOfTask}`, { body: 'none' }),
      delete: idempotent(`DELETE ${tagOfTask}`, { effect: 'reversible' }),
    },
  ),
  custom_fields: listOf({
    title: 'Custom fields of the workspace',
    path: `${workspace}/field`,
    docs: 'getteamavailablefields',
    recordsPath: 'fields',
    schema: schemas.CustomField,
  }),
  time_entries: objectOf(
    { title: 'Time entries', docs: 'createatimeentry' },
    {
      create: nonIdempotent(`POST ${workspace}/time_entries`, { targetIdPath: 'data.id' }),
      update: idempotent(`PUT ${workspace}/time_entries/{id}`),
      delete: idempotent(`DELETE ${workspace}/time_entries/{id}`),
    },
  ),
};
