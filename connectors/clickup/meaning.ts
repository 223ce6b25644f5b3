import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const docs = 'https://developer.clickup.com/docs';
const reference = 'https://developer.clickup.com/reference';
/** The pages of the reference are made from it. It was read as github:SOELexicon/clickup_framework keeps it. */
const description = 'https://developer.clickup.com/openapi/clickup-api-v2-reference.json';

/** Personal tokens and those of apps have no scopes: they see what their person sees. */
const unscoped: ObjectMeaning['scopes'] = {
  none: 'Tokens have no scopes: the rights of their person count.',
  page: `${docs}/authentication`,
};

/** They are asked for with `archived=false`, a parameter that its page has no text on. */
const archived = (page: string): Pick<ObjectMeaning, 'listing'> => ({
  listing: { leavesOut: ['archived'], paging: 'whole', page },
});

export const meaning: Meaning = {
  asOf: '2026-11-28',
  all: {
    changed: { none: 'The list takes no instant of change.', page: description },
    listing: { leavesOut: [], paging: 'whole', page: description },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: description },
    identity: { none: 'Ids are given by ClickUp.', page: description },
    filter: { none: 'Values are parameters of their own.', page: `${reference}/getfilteredteamtasks` },
    lag: { none: 'No record is looked for before it is written.', page: description },
    ceilings: { none: 'All records come in one answer.', page: description },
    login: {
      // The page names the codes. That they come with 401, https://github.com/nicholasbester/clickup-cli/issues/96 shows.
      answers: [
        { status: 401, body: { err: 'Token not found', ECODE: 'OAUTH_025' }, kind: 'auth_invalid' },
        { status: 401, body: { err: 'Team not authorized', ECODE: 'OAUTH_027' }, kind: 'permission' },
        { status: 429, headers: { 'x-ratelimit-remaining': '0' }, kind: 'rate_limited' },
      ],
      page: `${docs}/common_errors`,
    },
    errorsInside: { none: 'Errors have another status than 200.', page: `${docs}/common_errors` },
    scopes: unscoped,
  },
  objects: {
    members: {
      listing: { leavesOut: [], paging: 'whole', page: `${reference}/getauthorizedteams` },
    },
    user_groups: {},
    spaces: archived(`${reference}/getspaces`),
    folders: archived(description),
    lists: archived(`${reference}/getfolderlesslists`),
    folder_lists: archived(description),
    tasks: {
      changed: {
        field: 'date_updated',
        askedAs: 'date_updated_gt',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 60_000 },
        misses: 'Changes of the lists, folders and people that a task names.',
        page: `${reference}/getfilteredteamtasks`,
      },
      // Subtasks are shown on request as well, with `subtasks=true`. The page does not mention archived tasks.
      listing: {
        leavesOut: ['tasks that the person has no access to'],
        shownOnRequest: { states: ['closed'], parameter: 'include_closed', value: 'true' },
        paging: 'position',
        page: `${reference}/getfilteredteamtasks`,
      },
      ceilings: { pageSize: 100, page: `${reference}/getfilteredteamtasks` },
    },
    task_comments: {},
    task_fields: {},
    task_tags: {},
    custom_fields: {},
    time_entries: {},
  },
};
