import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';
import { caseNotIn, lagNotIn } from '../kit/meaning/not-documented.ts';

const graph = 'https://learn.microsoft.com/en-us/graph';

const scoped = (page: string, read?: string, ...write: string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: {
    ...(read === undefined ? {} : { read: [read] }),
    ...(write.length === 0 ? {} : { write }),
    page: `${graph}/api/${page}`,
  },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: `${graph}/api/teams-list` },
    listing: { leavesOut: [], paging: 'cursor', page: `${graph}/paging` },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: `${graph}/api/channel-delete` },
    identity: { none: 'Ids are given by Teams.', page: `${graph}/api/resources/teams-api-overview` },
    filter: { languages: ['odata'], page: `${graph}/query-parameters#escaping-single-quotes` },
    lag: { none: 'No record is looked for before it is written.', page: `${graph}/api/resources/teams-api-overview` },
    ceilings: { none: 'The vendor cuts the pages.', page: `${graph}/paging` },
    login: {
      answers: [
        {
          status: 401,
          body: {
            error: { code: 'InvalidAuthenticationToken', message: 'Access token has expired or is not yet valid.' },
          },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: { error: { code: 'Forbidden', message: 'Missing role permissions on the request.' } },
          kind: 'permission',
        },
        { status: 429, headers: { 'retry-after': '10' }, kind: 'rate_limited' },
      ],
      page: `${graph}/resolve-auth-errors`,
    },
    errorsInside: { none: 'Errors have a status of their own.', page: `${graph}/errors` },
  },
  objects: {
    teams: scoped('teams-list', 'Team.ReadBasic.All', 'TeamSettings.ReadWrite.All'),
    channels: {
      listing: { leavesOut: ['deleted'], paging: 'cursor', page: `${graph}/api/channel-list` },
      identity: caseNotIn('displayName', { unique: true }, `${graph}/api/channel-list`),
      lag: lagNotIn(`${graph}/api/channel-list`),
      ...scoped(
        'channel-list',
        'Channel.ReadBasic.All',
        'Channel.Create',
        'ChannelSettings.ReadWrite.All',
        'Channel.Delete.All',
      ),
    },
    team_members: {
      ceilings: { pageSize: 999, page: `${graph}/api/team-list-members` },
      ...scoped('team-list-members', 'TeamMember.Read.All', 'TeamMember.ReadWrite.All'),
    },
    channel_messages: scoped('channel-post-messages', undefined, 'ChannelMessage.Send'),
    channel_replies: scoped('chatmessage-post-replies', undefined, 'ChannelMessage.Send'),
    chats: {
      ceilings: { pageSize: 50, page: `${graph}/api/chat-list` },
      ...scoped('chat-list', 'Chat.Read', 'Chat.ReadWrite'),
    },
    chat_members: scoped('chat-list-members', 'ChatMember.Read'),
    chat_messages: {
      changed: {
        field: 'lastModifiedDateTime',
        inclusive: false,
        zone: 'utc',
        granularityMs: 1,
        late: { marginMs: 60_000 },
        misses: 'Messages of chats that the person has left.',
        page: `${graph}/api/chat-list-messages`,
      },
      deletes: {
        seen: 'state',
        how: 'A deleted message has `deletedDateTime`.',
        page: `${graph}/api/chat-list-messages`,
      },
      ceilings: { pageSize: 50, page: `${graph}/api/chat-list-messages` },
      ...scoped('chat-list-messages', 'Chat.Read', 'ChatMessage.Send'),
    },
  },
};
