import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { topic } from '../kit/webhook/subscription.ts';
import { header, type Webhook } from '../kit/webhook/webhook.ts';

/**
 * Of all repositories of the workspace.
 *
 * @see https://developer.atlassian.com/cloud/bitbucket/rest/api-group-workspaces/#api-workspaces-workspace-hooks-post
 */
const workspace = topic({
  title: 'The workspace, with all its repositories',
  needs:
    'An administrator of the workspace; of an API token the scopes to read, write and delete webhooks, of OAuth and access tokens the scope `webhook`; and the scopes to read what the events are about.',
  // @see https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/
  objects: {
    repositories: ['repo:created', 'repo:updated', 'repo:deleted', 'repo:transfer'],
    projects: ['project:updated'],
    pull_requests: [
      'pullrequest:created',
      'pullrequest:updated',
      'pullrequest:approved',
      'pullrequest:unapproved',
      'pullrequest:changes_request_created',
      'pullrequest:changes_request_removed',
      'pullrequest:fulfilled',
      'pullrequest:rejected',
    ],
    issues: ['issue:created', 'issue:updated'],
  },
  list: {
    request: { method: 'GET', path: '/workspaces/{config.workspace}/hooks' },
    format: { kind: 'json', recordsPath: 'values' },
    paginate: { kind: 'next_url', path: 'next' },
  },
  urlPath: 'url',
  idPath: 'uuid',
  create: {
    method: 'POST',
    path: '/workspaces/{config.workspace}/hooks',
    body: { active: true },
    bodyFields: { description: '{$name}', url: '{$url}', secret: '{$secret}', events: '{$events}' },
  },
  remove: [{ method: 'DELETE', path: '/workspaces/{config.workspace}/hooks/{$id}' }],
  secret: { field: 'secret' },
});

/** @see https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/#Secure-webhooks (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/',
  setup:
    'Repository settings → Webhooks → Add webhook: the address, a secret of your choice, and the triggers that matter.',
  credentials: z.strictObject({ secret: secretText('Secret') }),
  signature: {
    kind: 'hmac',
    algorithm: 'sha256',
    encoding: 'hex',
    header: 'x-hub-signature',
    prefix: 'sha256=',
    key: 'secret',
  },
  events: {
    // @see https://support.atlassian.com/bitbucket-cloud/docs/event-payloads/
    name: header('X-Event-Key'),
    key: [header('X-Request-UUID')],
    tests: ['diagnostics:ping'],
  },
  subscription: {
    docsUrl: 'https://developer.atlassian.com/cloud/bitbucket/rest/api-group-webhooks/',
    topics: { workspace },
  },
};
