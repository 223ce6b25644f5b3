/** Azure DevOps: projects, teams and people of an organization, and the work items, repositories and builds of its projects. */
import { z } from 'zod';
import { microsoftCertificateAuth, microsoftSecretAuth, microsoftUserAuth } from '../kit/auth/cloud-methods.ts';
import { basicAuth, secretText } from '../kit/auth/methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects, version } from './objects.ts';

const docs = 'https://learn.microsoft.com/en-us/rest/api/azure/devops/';

/** The id that Azure DevOps has in every tenant. @see https://learn.microsoft.com/en-us/azure/devops/integrate/get-started/authentication/service-principal-managed-identity */
const scope = '499b84ac-1321-427f-aa17-267ca6975798/.default';
const register =
  'Entra admin center → App registrations → New registration; then Azure DevOps → Organization settings → Users: add the application, with an access level and its projects.';

export const connector: HttpConnector = defineConnector({
  id: 'azure_devops',
  name: 'Azure DevOps',
  vendor: 'Microsoft',
  category: 'itsm',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['work items', 'boards', 'repositories', 'pull requests', 'builds', 'teams'],
  transport: 'http',
  config: z.strictObject({
    organization: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,49}$/, 'Must be the name of an organization: acme.')
      .meta({
        title: 'Organization',
        help: 'What stands behind `https://dev.azure.com/`.',
        example: 'acme',
        destination: true,
      }),
  }),
  auth: [
    // @see https://learn.microsoft.com/en-us/azure/devops/organizations/accounts/use-personal-access-tokens-to-authenticate
    basicAuth({
      id: 'access_token',
      title: 'Personal access token',
      credentials: z.strictObject({ token: secretText('Token') }),
      username: '',
      password: '{token}',
      setup:
        'User settings → Personal access tokens → New token, of this organization, with the scopes of what is read and written.',
    }),
    { ...microsoftSecretAuth({ scope }), setup: register },
    { ...microsoftCertificateAuth({ scope }), setup: register },
    { ...microsoftUserAuth({}), setup: `With \`${scope.replace('.default', 'user_impersonation')}\`.` },
  ],
  http: {
    baseUrl: 'https://dev.azure.com/{config.organization}',
    hosts: ['dev.azure.com', 'vssps.dev.azure.com', 'login.microsoftonline.com'],
    headers: { accept: 'application/json' },
    timeoutMs: 60_000,
  },
  // Work is counted in units of five minutes; the answers say when it is too much. @see https://learn.microsoft.com/en-us/azure/devops/integrate/concepts/rate-limits
  limits: {
    concurrency: 4,
    buckets: [{ name: 'user', limit: 20, perMs: 1000 }],
    signals: [
      { header: 'x-ratelimit-remaining', means: 'remaining' },
      { header: 'x-ratelimit-reset', means: 'reset', unit: 'epoch_s' },
    ],
  },
  errors: [
    // The sign-in page instead of an answer. @see https://stackoverflow.com/questions/78298298
    {
      when: { status: [203, 302] },
      kind: 'auth_invalid',
      message: 'The token has expired, or is not of this organization.',
    },
    // @see https://learn.microsoft.com/en-us/azure/devops/integrate/concepts/rate-limits
    { when: { status: 400, bodyIncludes: ['VS402337'] }, kind: 'quota', messagePath: 'message' },
    { when: { status: 400, path: 'message' }, kind: 'validation', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/_apis/projects', query: { $top: '1', 'api-version': version } } },
  objects,
  contract: {
    descriptions: ['core', 'graph', 'wit', 'git', 'build'].map((area) => `azure_devops/${area}-7.1.json.gz`),
    // Of the organization instead.
    optionalSegments: ['{project}'],
    exempt: [
      {
        use: 'work_items.list',
        rule: 'records',
        about: 'the record has nothing at',
        reason: 'Fields are a map, whose names the process of each project decides: wit/work-item-types-field.',
      },
    ],
  },
  documentation: { source: docs, asOf: '2026-11-24' },
});
