/** Asana: tasks and projects of a workspace, with its people, teams, tags, custom fields and audit log. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import { authorizationCodeAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';

const docs = 'https://developers.asana.com';

const scopes = [
  'users:read',
  'workspaces:read',
  'teams:read',
  'team_memberships:read',
  'projects:read',
  'projects:write',
  'projects:delete',
  'tasks:read',
  'tasks:write',
  'tasks:delete',
  'stories:write',
  'stories:delete',
  'tags:read',
  'tags:write',
  'custom_fields:read',
  'custom_fields:write',
];

export const connector: HttpConnector = defineConnector({
  id: 'asana',
  name: 'Asana',
  vendor: 'Asana',
  category: 'itsm',
  docsUrl: `${docs}/reference/rest-api-reference`,
  version: '1.0.0',
  tags: ['tasks', 'projects', 'teams'],
  transport: 'http',
  config: z.strictObject({
    workspace_gid: z
      .string()
      .regex(/^\d{1,30}$/, 'Must be the number of a workspace.')
      .meta({
        title: 'Id of the workspace or organization',
        help: 'GET https://app.asana.com/api/1.0/workspaces lists those that the token sees.',
        example: '1331',
      }),
  }),
  auth: [
    // @see https://developers.asana.com/docs/personal-access-token and https://developers.asana.com/docs/service-accounts
    bearerAuth({
      title: 'Personal access token, or token of a service account',
      setup: 'app.asana.com/0/my-apps → Create new token. The audit log takes the token of a service account only.',
    }),
    // @see https://developers.asana.com/docs/oauth
    authorizationCodeAuth({
      tokenUrl: 'https://app.asana.com/-/oauth_token',
      clientAuth: 'post',
      authorize: { url: 'https://app.asana.com/-/oauth_authorize', scopes },
      setup: 'app.asana.com/0/my-apps → Create new app, with these scopes and a redirect to this hub.',
    }),
  ],
  http: { baseUrl: 'https://app.asana.com/api/1.0', hosts: ['app.asana.com'] },
  // Of a free domain; a paid one has ten times as much. @see https://developers.asana.com/docs/rate-limits
  limits: { concurrency: 8, buckets: [{ name: 'token', limit: 150, perMs: 60_000 }], signals: [] },
  // @see https://developers.asana.com/docs/errors
  errors: [
    { when: { status: 402 }, kind: 'unsupported', message: 'The plan of the workspace does not include this feature.' },
    { when: { status: 400, path: 'errors' }, kind: 'validation', messagePath: 'errors[0].message' },
  ],
  test: { request: { method: 'GET', path: '/workspaces/{config.workspace_gid}' } },
  objects,
  contract: {
    // What `opt_fields` adds to the compact records of a list, the description has in `opt_fields` alone.
    exempt: ['users', 'workspace_memberships', 'teams', 'projects', 'tasks', 'sections', 'tags'].map((object) => ({
      use: `${object}.list`,
      rule: 'pointers',
      about: 'nothing at',
      reason: 'The description shows lists as they are without `opt_fields`.',
    })),
  },
  documentation: { source: `${docs}/reference/rest-api-reference`, asOf: '2026-11-23' },
});
