/** GitLab: projects, groups, users, members, and the issues and merge requests of a group. */
import { z } from 'zod';
import { apiKeyAuth, secretText } from '../kit/auth/methods.ts';
import { authorizationCodeAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

const docs = 'https://docs.gitlab.com/api/rest/';

export const connector: HttpConnector = defineConnector({
  id: 'gitlab',
  name: 'GitLab',
  vendor: 'GitLab',
  category: 'itsm',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['projects', 'issues', 'merge requests', 'groups', 'members', 'users'],
  transport: 'http',
  config: z.strictObject({
    group: z
      .string()
      .regex(
        /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}){0,20}$/,
        'Must be the full path of a group: acme/platform.',
      )
      .meta({
        title: 'Group',
        help: 'Whose issues, merge requests and labels are read, those of its subgroups included: its full path, or its id.',
        example: 'acme/platform',
      }),
    project: z
      .string()
      .regex(
        /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]{0,254}){0,20}$/,
        'Must be the full path of a project: acme/platform/website.',
      )
      .optional()
      .meta({
        title: 'Project',
        help: 'Where the hub is to register a webhook with one project, which every plan of GitLab has: its full path, or its id.',
        example: 'acme/platform/website',
      }),
  }),
  auth: [
    // @see https://docs.gitlab.com/api/rest/authentication/
    apiKeyAuth({
      id: 'access_token',
      title: 'Access token',
      credentials: z.strictObject({ token: secretText('Token') }),
      in: 'header',
      name: 'PRIVATE-TOKEN',
      value: '{token}',
      setup:
        'A token of a person, a group or a project: Settings → Access tokens, with the scope api, or read_api for reading alone.',
    }),
    // @see https://docs.gitlab.com/api/oauth2/
    authorizationCodeAuth({
      tokenUrl: 'https://gitlab.com/oauth/token',
      clientAuth: 'post',
      authorize: { url: 'https://gitlab.com/oauth/authorize', scopes: ['api'] },
      setup: 'Settings → Applications → Add new application, with the redirect address of this hub and the scope api.',
    }),
  ],
  http: { baseUrl: 'https://gitlab.com', hosts: ['gitlab.com'], headers: { accept: 'application/json' } },
  // Of GitLab.com. @see https://docs.gitlab.com/user/gitlab_com/#rate-limits-on-gitlabcom
  limits: {
    concurrency: 5,
    buckets: [{ name: 'minute', limit: 2000, perMs: 60_000 }],
    signals: [
      { header: 'ratelimit-remaining', means: 'remaining' },
      { header: 'ratelimit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  // @see https://docs.gitlab.com/api/rest/troubleshooting/
  errors: [
    { when: { status: 401, bodyIncludes: ['invalid_token', 'Token is expired'] }, kind: 'auth_expired' },
    { when: { status: 400, bodyIncludes: ['has already been taken', 'already exists'] }, kind: 'conflict' },
    {
      when: { status: 405, bodyIncludes: ['Keyset pagination', 'keyset pagination'] },
      kind: 'config',
      message: 'This GitLab is too old: pages by keys need version 17.',
    },
  ],
  test: { request: { method: 'GET', path: '/api/v4/user' } },
  objects,
  webhook,
  contract: { descriptions: ['gitlab/v4.json.gz'] },
  documentation: { source: docs, asOf: '2026-11-24' },
});
