import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { topic } from '../kit/webhook/subscription.ts';
import { header, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/**
 * An admin webhook of the site: the only kind that is signed.
 *
 * @see https://developer.atlassian.com/cloud/jira/platform/webhooks
 */
const site = topic({
  title: 'The site',
  needs:
    'An API token without scopes, of a person with the permission *Administer Jira*. OAuth tokens may register other webhooks alone, which are not signed.',
  objects: {
    issues: ['jira:issue_created', 'jira:issue_updated', 'jira:issue_deleted'],
    comments: ['comment_created', 'comment_updated', 'comment_deleted'],
    worklogs: ['worklog_created', 'worklog_updated', 'worklog_deleted'],
    attachments: ['attachment_created', 'attachment_deleted'],
    issue_links: ['issuelink_created', 'issuelink_deleted'],
    projects: ['project_created', 'project_updated', 'project_deleted'],
    versions: [
      'jira:version_created',
      'jira:version_updated',
      'jira:version_released',
      'jira:version_unreleased',
      'jira:version_moved',
      'jira:version_deleted',
    ],
    users: ['user_created', 'user_updated', 'user_deleted'],
    boards: ['board_created', 'board_updated', 'board_deleted', 'board_configuration_changed'],
    sprints: ['sprint_created', 'sprint_updated', 'sprint_started', 'sprint_closed', 'sprint_deleted'],
  },
  list: {
    request: { method: 'GET', path: '/rest/webhooks/1.0/webhook' },
    format: { kind: 'json' },
    paginate: { kind: 'none' },
  },
  urlPath: 'url',
  idPath: 'self',
  idIsAddress: true,
  create: {
    method: 'POST',
    path: '/rest/webhooks/1.0/webhook',
    body: { excludeBody: false },
    bodyFields: { name: '{$name}', url: '{$url}', events: '{$events}', secret: '{$secret}' },
  },
  remove: [{ method: 'DELETE', path: '/rest/webhooks/1.0/webhook/{$id}' }],
  secret: { field: 'secret' },
});

/** @see https://developer.atlassian.com/cloud/jira/platform/webhooks (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://developer.atlassian.com/cloud/jira/platform/webhooks',
  setup:
    'Settings → System → WebHooks → Create a WebHook: the address, a secret of your choice, and the events that matter.',
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
    name: inEvent('webhookEvent'),
    // The same for all attempts.
    key: [header('X-Atlassian-Webhook-Identifier')],
    at: { place: inEvent('timestamp'), unit: 'epoch_ms' },
  },
  subscription: {
    docsUrl: 'https://developer.atlassian.com/cloud/jira/platform/webhooks',
    topics: { site },
  },
};
