/** Microsoft SharePoint over Microsoft Graph: lists, items, columns and document libraries of a site. */
import { z } from 'zod';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { graphAuth, graphConfig, graphHttp, graphTopic, graphWebhookOf } from '../kit/presets/microsoft-graph.ts';
import { objects } from './objects.ts';

/**
 * Of lists and roots of drives, only updates are told: also what was created or deleted below.
 *
 * @see https://learn.microsoft.com/en-us/graph/api/resources/subscription
 */
const content = { lifeMinutes: 42_300 };
const changes = ['updated'];

export const connector: HttpConnector = defineConnector({
  id: 'microsoft_sharepoint',
  name: 'Microsoft SharePoint',
  vendor: 'Microsoft',
  category: 'itsm',
  docsUrl: 'https://learn.microsoft.com/en-us/graph/api/resources/sharepoint',
  version: '1.0.0',
  tags: ['lists', 'sites', 'documents', 'microsoft'],
  transport: 'http',
  config: graphConfig.extend({
    // @see https://learn.microsoft.com/en-us/graph/api/resources/site#id-property
    site_id: z
      .string()
      .regex(
        /^[A-Za-z0-9.-]+,[0-9a-fA-F-]{36},[0-9a-fA-F-]{36}$/,
        'Must be a host and two ids, with commas between them.',
      )
      .meta({
        title: 'Id of the site',
        help: '`GET https://graph.microsoft.com/v1.0/sites/contoso.sharepoint.com:/sites/NAME` shows it.',
        example: 'contoso.sharepoint.com,2c712604-1370-44e7-a1f5-426573fda80a,2d2244c3-251a-49ea-93a8-39e1c3a060fe',
      }),
    list_ids: z
      .array(z.string().regex(/^[0-9a-fA-F-]{36}$/, 'Must be the id of a list.'))
      .max(1000)
      .default([])
      .meta({
        title: 'Lists whose items are read',
        help: 'Ids, as the object `lists` shows them.',
        example: ['b57af081-936c-4803-a120-d94887b03864'],
      }),
  }),
  auth: graphAuth(
    'Entra admin center → App registrations → New registration, with application permissions of Microsoft Graph such as `Sites.Selected` or `Sites.ReadWrite.All`, granted by an administrator.',
  ),
  http: graphHttp,
  // Resource units depend on the number of licenses: those of the smallest tenant, of which a list costs 2.
  // @see https://learn.microsoft.com/en-us/sharepoint/dev/general-development/how-to-avoid-getting-throttled-or-blocked-in-sharepoint-online
  limits: { concurrency: 4, buckets: [{ name: 'tenant', limit: 600, perMs: 60_000 }], signals: [] },
  // @see https://learn.microsoft.com/en-us/graph/errors
  errors: [
    { when: { path: 'error.code', equals: ['TooManyRequests', 'activityLimitReached'] }, kind: 'rate_limited' },
    { when: { status: 409, path: 'error.code' }, kind: 'conflict', messagePath: 'error.message' },
    { when: { status: 400 }, kind: 'validation', messagePath: 'error.message' },
  ],
  test: { request: { method: 'GET', path: '/sites/{config.site_id}' } },
  objects,
  webhook: graphWebhookOf({
    list: graphTopic({
      ...content,
      title: 'Items of a list',
      needs: 'The permission `Sites.ReadWrite.All`.',
      of: { list_id: { title: 'Id of the list', from: 'list_ids' } },
      resource: 'sites/{config.site_id}/lists/{$of.list_id}',
      objects: { list_items: changes },
    }),
    drive: graphTopic({
      ...content,
      title: 'Files and folders of a document library',
      needs: 'The permission `Files.ReadWrite.All`.',
      of: { drive_id: { title: 'Id of the drive, as the object `drives` shows it' } },
      resource: 'drives/{$of.drive_id}/root',
      objects: { drives: changes },
    }),
  }),
  contract: {
    exempt: [
      {
        use: 'list_items.list',
        rule: 'records',
        about: '["fields"]',
        reason: 'They are there because the request expands them, which the description does not tell.',
      },
      {
        use: 'list_items.create',
        rule: 'body',
        about: '@odata.type',
        reason:
          'The description asks for the type of each record; learn.microsoft.com/en-us/graph/api/listitem-create has none.',
      },
      {
        use: 'list_items.update',
        rule: 'described',
        reason:
          'learn.microsoft.com/en-us/graph/api/listitem-update changes `fields`, which the description leaves out.',
      },
    ],
  },
  documentation: { source: 'https://learn.microsoft.com/en-us/graph/api/resources/sharepoint', asOf: '2026-11-23' },
});
