import type { Meaning, ObjectMeaning, SampleAnswer } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const api = 'https://docs.slack.dev/apis/web-api';
const methods = 'https://docs.slack.dev/reference/methods';
const sdk = 'https://docs.slack.dev/tools/node-slack-sdk/reference/web-api/interfaces';

const inside = (error: string, kind: SampleAnswer['kind']): SampleAnswer => ({
  status: 200,
  body: { ok: false, error },
  kind,
});

const scoped = (read: readonly string[], write: readonly string[] = []): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read, ...(write.length === 0 ? {} : { write }), page: 'https://docs.slack.dev/reference/scopes' },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: methods },
    listing: { leavesOut: [], paging: 'cursor', page: `${api}/pagination` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: methods },
    identity: { none: 'Ids are given by Slack.', page: methods },
    filter: { none: 'Values are parameters of their own.', page: methods },
    lag: { none: 'No record is looked for before it is written.', page: methods },
    ceilings: { pageSize: 999, page: `${sdk}/ConversationsMembersArguments` },
    login: {
      answers: [
        inside('invalid_auth', 'auth_invalid'),
        inside('token_revoked', 'auth_invalid'),
        inside('token_expired', 'auth_expired'),
        inside('missing_scope', 'permission'),
        { status: 429, headers: { 'retry-after': '30' }, kind: 'rate_limited' },
      ],
      page: `${methods}/auth.test`,
    },
    errorsInside: {
      answers: [
        inside('channel_not_found', 'not_found'),
        inside('internal_error', 'transient'),
        inside('invalid_arguments', 'validation'),
      ],
      page: `${api}/#responses`,
    },
  },
  objects: {
    users: {
      deletes: {
        seen: 'state',
        how: 'Deactivated users stay listed, with `deleted` true.',
        page: `${methods}/users.list`,
      },
      ...scoped(['users:read', 'users:read.email']),
    },
    channels: {
      lag: lagNotIn(`${methods}/conversations.list`, `${methods}/conversations.create`),
      deletes: {
        seen: 'state',
        how: 'Archived channels stay listed, with `is_archived` true; deleted ones vanish.',
        page: `${methods}/conversations.list`,
      },
      // Names with upper case are refused. A name that is taken is, too.
      identity: { field: 'name', unique: true, ignoresCase: false, page: `${methods}/conversations.create` },
      ceilings: { pageSize: 999, page: `${sdk}/UsersConversationsArguments` },
      ...scoped(['channels:read', 'groups:read'], ['channels:manage', 'groups:write']),
    },
    channel_members: scoped(['channels:read', 'groups:read'], ['channels:manage', 'groups:write']),
    user_groups: {
      lag: lagNotIn(`${methods}/usergroups.list`),
      listing: { leavesOut: [], paging: 'whole', page: `${methods}/usergroups.list` },
      deletes: {
        seen: 'state',
        how: 'Disabled user groups have `date_delete`.',
        page: `${methods}/usergroups.list`,
      },
      identity: caseNotIn('name', { unique: true }, `${methods}/usergroups.list`),
      ceilings: { none: 'The list comes as a whole.', page: `${methods}/usergroups.list` },
      ...scoped(['usergroups:read'], ['usergroups:write']),
    },
    user_group_members: scoped(['usergroups:read'], ['usergroups:write']),
    messages: {
      changed: {
        field: 'ts',
        askedAs: 'oldest',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 60_000 },
        misses: 'Messages that were edited or deleted, and replies in threads.',
        page: `${methods}/conversations.history`,
      },
      listing: {
        leavesOut: ['replies in threads'],
        paging: 'cursor',
        page: `${methods}/conversations.history`,
      },
      ceilings: { pageSize: 999, page: `${methods}/conversations.history` },
      ...scoped(['channels:history', 'groups:history'], ['chat:write']),
    },
  },
};
