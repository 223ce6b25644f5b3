import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, objectOf } = restApi({
  docs: (page) => `https://dev.frontapp.com/reference/${page}`,
  records: { recordsPath: '_results' },
  // 100 at most. @see https://dev.frontapp.com/docs/pagination
  paged: (pageSize) => ({ kind: 'next_url', path: '_pagination.next', sizeParameter: 'limit', pageSize }),
});

export const objects: Readonly<Record<string, HttpObject>> = {
  teammates: listOf(
    { title: 'Teammates', path: '/teammates', docs: 'list-teammates', schema: schemas.Teammate, find: true },
    { update: idempotent('PATCH /teammates/{id}') },
  ),
  contacts: listOf(
    {
      title: 'Contacts',
      path: '/contacts',
      docs: 'list-contacts',
      pageSize: 100,
      schema: schemas.Contact,
      find: true,
      // @see https://dev.frontapp.com/docs/query-object-q
      incremental: {
        kind: 'server_filter',
        parameter: 'q[updated_after]',
        format: 'epoch_s',
      },
    },
    writesAt({ path: '/contacts' }),
  ),
  accounts: listOf(
    {
      title: 'Accounts',
      path: '/accounts',
      docs: 'list-accounts',
      pageSize: 100,
      schema: schemas.Account,
      find: true,
    },
    writesAt({ path: '/accounts' }),
  ),
  conversations: listOf(
    {
      title: 'Conversations',
      path: '/conversations',
      docs: 'list-conversations',
      pageSize: 100,
      schema: schemas.Conversation,
      find: true,
    },
    {
      create: nonIdempotent('POST /conversations', { targetIdPath: 'id' }),
      update: idempotent('PATCH /conversations/{id}'),
    },
  ),
  conversation_comments: objectOf(
    { title: 'Comments on conversations', docs: 'create-comment', key: ['conversation_id', 'id'] },
    { create: nonIdempotent('POST /conversations/{conversation_id}/comments', { targetIdPath: 'id' }) },
  ),
  tags: listOf(
    { title: 'Tags', path: '/tags', docs: 'list-tags', pageSize: 100, schema: schemas.Tag, find: true },
    writesAt({ path: '/tags' }),
  ),
  links: listOf(
    { title: 'Links', path: '/links', docs: 'list-links', pageSize: 100, schema: schemas.Link, find: true },
    writesAt({ path: '/links', only: ['create', 'update'] }),
  ),
  inboxes: listOf(
    { title: 'Inboxes', path: '/inboxes', docs: 'list-inboxes', schema: schemas.Inbox, find: true },
    { create: nonIdempotent('POST /inboxes', { targetIdPath: 'id' }) },
  ),
  channels: listOf({
    title: 'Channels',
    path: '/channels',
    docs: 'list-channels',
    schema: schemas.Channel,
    find: true,
  }),
  teams: listOf({ title: 'Teams', path: '/teams', docs: 'list-teams', schema: schemas.Team, find: true }),
  events: listOf({
    title: 'Events',
    path: '/events',
    docs: 'list-events',
    // 15 at most, unlike others.
    pageSize: 15,
    schema: schemas.Event,
    find: true,
    incremental: { kind: 'server_filter', parameter: 'q[after]', format: 'epoch_s' },
  }),
};
