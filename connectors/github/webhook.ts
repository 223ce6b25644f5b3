import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { type SubscriptionTopic, topic } from '../kit/webhook/subscription.ts';
import { header, type Webhook } from '../kit/webhook/webhook.ts';

/** Webhooks of a repository or of an organization, made with the same requests. @param place Path that they stand below. */
function hooksOf(place: string, facts: Pick<SubscriptionTopic, 'title' | 'needs' | 'objects'>): SubscriptionTopic {
  return topic({
    ...facts,
    // @see https://docs.github.com/en/rest/repos/webhooks#list-repository-webhooks (read 2026-11-28)
    list: {
      request: { method: 'GET', path: `${place}/hooks` },
      format: { kind: 'json' },
      paginate: { kind: 'link_header', sizeParameter: 'per_page', pageSize: 100 },
    },
    urlPath: 'config.url',
    idPath: 'id',
    // @see https://docs.github.com/en/rest/repos/webhooks#create-a-repository-webhook (read 2026-11-28)
    create: {
      method: 'POST',
      path: `${place}/hooks`,
      body: { name: 'web', active: true, config: { content_type: 'json', insecure_ssl: '0' } },
      bodyFields: { 'config.url': '{$url}', 'config.secret': '{$secret}', events: '{$events}' },
    },
    // @see https://docs.github.com/en/rest/repos/webhooks#delete-a-repository-webhook (read 2026-11-28)
    remove: [{ method: 'DELETE', path: `${place}/hooks/{$id}` }],
    secret: { field: 'secret' },
  });
}

/** @see https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries',
  setup:
    'Settings → Webhooks → Add webhook, of the repository or the organization: the address as payload URL, content type application/json, a secret of your choice, and the events that matter.',
  credentials: z.strictObject({ secret: secretText('Secret') }),
  signature: {
    kind: 'hmac',
    algorithm: 'sha256',
    encoding: 'hex',
    header: 'x-hub-signature-256',
    prefix: 'sha256=',
    key: 'secret',
  },
  events: {
    // @see https://docs.github.com/en/webhooks/webhook-events-and-payloads#delivery-headers (read 2026-11-22)
    name: header('X-GitHub-Event'),
    key: [header('X-GitHub-Delivery')],
    // Sent when a webhook is made. @see https://docs.github.com/en/webhooks/webhook-events-and-payloads#ping
    tests: ['ping'],
  },
  subscription: {
    docsUrl: 'https://docs.github.com/en/rest/repos/webhooks',
    // Names of events: @see https://docs.github.com/en/webhooks/webhook-events-and-payloads (read 2026-11-22)
    topics: {
      repository: hooksOf('/repos/{config.owner}/{config.repo}', {
        title: 'The repository of the connection',
        needs:
          'The permission *Webhooks: read and write* of the repository; of a classic token, the scope `admin:repo_hook`.',
        objects: {
          issues: ['issues'],
          issue_comments: ['issue_comment'],
          labels: ['label'],
          milestones: ['milestone'],
          pull_requests: ['pull_request'],
          commits: ['push'],
          branches: ['create', 'delete', 'push'],
          releases: ['release'],
          workflow_runs: ['workflow_run'],
          collaborators: ['member'],
        },
      }),
      organization: hooksOf('/orgs/{config.owner}', {
        title: 'The organization of the connection',
        needs:
          'The permission *Webhooks: read and write* of the organization; of a classic token, the scope `admin:org_hook` of an owner.',
        objects: {
          repositories: ['repository'],
          members: ['organization'],
          memberships: ['organization'],
          teams: ['team'],
          team_memberships: ['membership'],
          team_members: ['membership'],
          organization_issues: ['issues'],
          organization_pull_requests: ['pull_request'],
          organization_collaborators: ['member'],
          dependabot_alerts: ['dependabot_alert'],
          code_scanning_alerts: ['code_scanning_alert'],
          secret_scanning_alerts: ['secret_scanning_alert'],
        },
      }),
    },
  },
};
