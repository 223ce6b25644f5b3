/** Microsoft Outlook over Microsoft Graph: mail, calendars and contacts of mailboxes. */
import { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import type { RequestTemplate } from '../kit/http/operations.ts';
import { graphAuth, graphConfig, graphHttp, graphTopic, graphWebhookOf } from '../kit/presets/microsoft-graph.ts';
import { objects } from './objects.ts';

/** The folders of the first mailbox. */
function listFolders({ mailboxes }: JsonObject): RequestTemplate {
  const [first] = z.array(z.string()).min(1).parse(mailboxes);
  const path = `/users/${encodeURIComponent(first ?? '')}/mailFolders`;
  return { method: 'GET', path, query: { $top: '1' }, headers: {} };
}

/** @see https://learn.microsoft.com/en-us/graph/change-notifications-overview#subscription-lifetime */
const mailbox = {
  lifeMinutes: 10_080,
  lifecycle: true,
  of: { mailbox: { title: 'Mailbox', from: 'mailboxes' } },
};
const changes = ['created', 'updated', 'deleted'];

export const connector: HttpConnector = defineConnector({
  id: 'microsoft_outlook',
  name: 'Microsoft Outlook',
  vendor: 'Microsoft',
  category: 'itsm',
  docsUrl: 'https://learn.microsoft.com/en-us/graph/outlook-mail-concept-overview',
  version: '1.0.0',
  tags: ['mail', 'calendar', 'contacts', 'exchange', 'microsoft'],
  transport: 'http',
  config: graphConfig.extend({
    mailboxes: z
      .array(z.string().regex(/^[^\s/?#%]{1,320}$/, 'Must be the address or the id of a mailbox.'))
      .min(1)
      .max(1000)
      .meta({ title: 'Mailboxes', help: 'User principal names, or ids of users.', example: ['service@contoso.com'] }),
  }),
  auth: graphAuth(
    'Entra admin center → App registrations → New registration, with application permissions of Microsoft Graph such as `Mail.ReadWrite`, `Mail.Send` and `Calendars.ReadWrite`, granted by an administrator. An application access policy of Exchange Online limits it to some mailboxes.',
  ),
  // Other ids change when a message is moved. @see https://learn.microsoft.com/en-us/graph/outlook-immutable-id
  http: { ...graphHttp, headers: { prefer: 'IdType="ImmutableId"' } },
  // Of an application in a mailbox. @see https://learn.microsoft.com/en-us/graph/throttling-limits#outlook-service-limits
  limits: { concurrency: 4, buckets: [{ name: 'mailbox', limit: 10_000, perMs: 600_000 }], signals: [] },
  // @see https://learn.microsoft.com/en-us/graph/errors
  errors: [
    {
      when: { path: 'error.code', equals: ['TooManyRequests', 'ApplicationThrottled', 'activityLimitReached'] },
      kind: 'rate_limited',
    },
    {
      when: { status: 404, path: 'error.code', equals: ['MailboxNotEnabledForRESTAPI'] },
      kind: 'unsupported',
      message: 'The mailbox is inactive, soft-deleted, or hosted on premises.',
    },
    { when: { path: 'error.code', equals: ['ErrorQuotaExceeded'] }, kind: 'quota' },
    { when: { status: 400 }, kind: 'validation', messagePath: 'error.message' },
  ],
  test: { request: listFolders },
  objects,
  // @see https://learn.microsoft.com/en-us/graph/outlook-change-notifications-overview
  webhook: graphWebhookOf({
    messages: graphTopic({
      ...mailbox,
      title: 'Messages of a mailbox',
      needs: 'The permission `Mail.ReadBasic` or `Mail.Read`.',
      resource: 'users/{$of.mailbox}/messages',
      objects: { messages: changes },
    }),
    events: graphTopic({
      ...mailbox,
      title: 'Events of a mailbox',
      needs: 'The permission `Calendars.Read`.',
      resource: 'users/{$of.mailbox}/events',
      objects: { events: changes },
    }),
    contacts: graphTopic({
      ...mailbox,
      title: 'Contacts of a mailbox',
      needs: 'The permission `Contacts.Read`.',
      resource: 'users/{$of.mailbox}/contacts',
      objects: { contacts: changes },
    }),
  }),
  documentation: {
    source: 'https://learn.microsoft.com/en-us/graph/outlook-mail-concept-overview',
    asOf: '2026-11-23',
  },
});
