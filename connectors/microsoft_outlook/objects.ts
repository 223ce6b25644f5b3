import type { z } from 'zod';
import type { GivenPages } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { odata } from '../kit/presets/odata.ts';
import { restApi } from '../kit/rest.ts';
import { nonIdempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { extract } = odata();

/** @see https://learn.microsoft.com/en-us/graph/paging */
const { listOf, objectOf } = restApi({
  docs: (page) => `https://learn.microsoft.com/en-us/graph/api/${page}`,
  records: { recordsPath: 'value' },
  paged: (pageSize) => odata({ sizeParameter: '$top', pageSize }).paginate,
  pages: { extract },
});

/** A list of each mailbox. */
const mailboxes: GivenPages['parents'] = {
  from: { kind: 'config', name: 'mailboxes' },
  key: 'value',
  copy: { mailbox: 'value' },
};
const ofMailboxes = { parents: mailboxes, key: ['mailbox', 'id'] };

const select = (schema: z.ZodObject) => ({
  $select: Object.keys(schema.shape)
    .filter((name) => name !== 'mailbox')
    .join(','),
});

/** What changed since an instant, oldest first. */
const since = (schema: z.ZodObject) =>
  ({
    query: { ...select(schema), $orderby: 'lastModifiedDateTime asc' },
    incremental: {
      kind: 'server_filter',
      parameter: '$filter',
      template: 'lastModifiedDateTime ge {$since}',
      orderedBy: 'lastModifiedDateTime',
    },
  }) as const;

/** Deleted items go to the folder of those. @see https://learn.microsoft.com/en-us/graph/api/message-delete */
const removed = { effect: 'reversible', body: 'none' } as const;

export const objects: Readonly<Record<string, HttpObject>> = {
  mail_folders: listOf({
    title: 'Mail folders at the top',
    path: '/users/{parent.value}/mailFolders',
    query: select(schemas.MailFolder),
    docs: 'user-list-mailfolders',
    pageSize: 100,
    schema: schemas.MailFolder,
    ...ofMailboxes,
  }),
  messages: listOf(
    {
      title: 'Messages',
      path: '/users/{parent.value}/messages',
      docs: 'user-list-messages',
      pageSize: 100,
      schema: schemas.Message,
      ...since(schemas.Message),
      ...ofMailboxes,
    },
    writesAt({ path: '/users/{mailbox}/messages', remove: removed }),
  ),
  sent_mail: objectOf(
    { title: 'Mail to send', docs: 'user-sendmail' },
    {
      create: nonIdempotent({
        method: 'POST',
        path: '/users/{mailbox}/microsoft.graph.sendMail',
        bodyFields: { Message: '{message}', SaveToSentItems: '{save_to_sent_items}' },
      }),
    },
  ),
  calendars: listOf({
    title: 'Calendars',
    path: '/users/{parent.value}/calendars',
    query: select(schemas.Calendar),
    docs: 'user-list-calendars',
    pageSize: 100,
    schema: schemas.Calendar,
    ...ofMailboxes,
  }),
  events: listOf(
    {
      title: 'Events',
      path: '/users/{parent.value}/events',
      docs: 'user-list-events',
      pageSize: 100,
      schema: schemas.Event,
      ...since(schemas.Event),
      ...ofMailboxes,
    },
    writesAt({ path: '/users/{mailbox}/events', remove: removed }),
  ),
  contacts: listOf(
    {
      title: 'Contacts',
      path: '/users/{parent.value}/contacts',
      docs: 'user-list-contacts',
      pageSize: 100,
      schema: schemas.Contact,
      ...since(schemas.Contact),
      ...ofMailboxes,
    },
    writesAt({ path: '/users/{mailbox}/contacts', remove: removed }),
  ),
};
