/** ClickUp: tasks of a workspace, with its spaces, folders, lists, custom fields, people and user groups. */
import { z } from 'zod';
import { apiKeyAuth } from '../kit/auth/methods.ts';
import { authorizationCodeAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

const docs = 'https://developer.clickup.com/docs';

/** Codes of a workspace that the token was not authorized for. @see https://developer.clickup.com/docs/common_errors */
const notAuthorized = [23, 26, 27, ...Array.from({ length: 17 }, (_, index) => 29 + index)].map(
  (number) => `OAUTH_0${number}`,
);

export const connector: HttpConnector = defineConnector({
  id: 'clickup',
  name: 'ClickUp',
  vendor: 'ClickUp',
  category: 'itsm',
  docsUrl: 'https://developer.clickup.com/reference/getfilteredteamtasks',
  version: '1.0.0',
  tags: ['tasks', 'projects', 'webhooks'],
  transport: 'http',
  config: z.strictObject({
    team_id: z
      .string()
      .regex(/^\d{1,30}$/, 'Must be the number of a workspace.')
      .meta({
        title: 'Id of the workspace',
        help: 'The number behind app.clickup.com/ in the address of the workspace.',
        example: '9012345678',
      }),
  }),
  auth: [
    // @see https://developer.clickup.com/docs/authentication
    apiKeyAuth({
      title: 'Personal API token',
      in: 'header',
      name: 'Authorization',
      setup: 'Settings → Apps → API token → Generate. It begins with `pk_`, and sees what its person sees.',
    }),
    authorizationCodeAuth({
      tokenUrl: 'https://api.clickup.com/api/v2/oauth/token',
      clientAuth: 'post',
      authorize: { url: 'https://app.clickup.com/api', scopes: [] },
      setup: 'Settings → Apps → Create new app, with a redirect to this hub.',
    }),
  ],
  http: { baseUrl: 'https://api.clickup.com/api/v2', hosts: ['api.clickup.com'] },
  // Of the smaller plans; Business Plus has ten times as much, Enterprise a hundred. @see https://developer.clickup.com/docs/rate-limits
  limits: {
    concurrency: 8,
    buckets: [{ name: 'token', limit: 100, perMs: 60_000 }],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // @see https://developer.clickup.com/docs/common_errors
  errors: [
    { when: { status: 401, path: 'ECODE', equals: notAuthorized }, kind: 'permission', messagePath: 'err' },
    { when: { status: 400, path: 'err' }, kind: 'validation', messagePath: 'err' },
  ],
  test: { request: { method: 'GET', path: '/team/{config.team_id}/plan' } },
  objects,
  webhook,
  contract: {
    exempt: [
      {
        use: 'spaces.find',
        rule: 'pointers',
        about: 'nothing at',
        reason: 'The description shows less of a single space than of a listed one.',
      },
      {
        use: 'tasks.find',
        rule: 'pointers',
        about: 'nothing at',
        reason: 'The description shows less of a single task than of a listed one.',
      },
      { use: 'tasks.find', rule: 'records', about: 'assignees', reason: 'The description has texts for its people.' },
      {
        use: 'folder_lists.list',
        rule: 'records',
        reason: 'The description shows folders by an example without lists.',
      },
      {
        use: 'folder_lists.find',
        rule: 'pointers',
        about: 'folder_id',
        reason: 'It is copied from the folder of a list.',
      },
      {
        use: 'time_entries.create',
        rule: 'target-id',
        reason: 'The description has what is sent for what is answered, which recorded traffic shows in `data`.',
      },
    ],
  },
  documentation: { source: docs, asOf: '2026-11-28' },
});
