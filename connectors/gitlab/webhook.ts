import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { type SubscriptionTopic, topic } from '../kit/webhook/subscription.ts';
import { header, type Webhook } from '../kit/webhook/webhook.ts';

const work = {
  issues: ['issues_events', 'confidential_issues_events'],
  merge_requests: ['merge_requests_events'],
};

/** Webhooks of a group or of a project, made with the same requests. @param place Path that they stand below. */
function hooksOf(place: string, facts: Pick<SubscriptionTopic, 'title' | 'needs' | 'objects'>): SubscriptionTopic {
  return topic({
    ...facts,
    list: {
      request: { method: 'GET', path: `${place}/hooks` },
      format: { kind: 'json' },
      paginate: { kind: 'link_header', sizeParameter: 'per_page', pageSize: 100 },
    },
    urlPath: 'url',
    idPath: 'id',
    create: {
      method: 'POST',
      path: `${place}/hooks`,
      // GitLab tells of pushes where it is not told whether to.
      body: { push_events: false, enable_ssl_verification: true },
      bodyFields: { url: '{$url}', name: '{$name}', token: '{$secret}' },
    },
    eventsAreMembers: true,
    remove: [{ method: 'DELETE', path: `${place}/hooks/{$id}` }],
    secret: { field: 'secret_token' },
  });
}

/** @see https://docs.gitlab.com/user/project/integrations/webhooks/ (read 2026-11-24) */
export const webhook: Webhook = {
  docsUrl: 'https://docs.gitlab.com/user/project/integrations/webhooks/',
  setup:
    'Settings → Webhooks → Add new webhook, of the project or the group: the address as URL, a secret token of your choice, and the events that matter.',
  credentials: z.strictObject({ secret_token: secretText('Secret token') }),
  signature: { kind: 'token', place: header('X-Gitlab-Token'), value: '{secret_token}' },
  events: {
    name: header('X-Gitlab-Event'),
    // The same for all attempts, since GitLab 17.4. @see https://docs.gitlab.com/user/project/integrations/webhooks/#delivery-headers
    key: [header('Idempotency-Key')],
  },
  subscription: {
    docsUrl: 'https://docs.gitlab.com/api/group_webhooks/',
    topics: {
      // @see https://docs.gitlab.com/api/group_webhooks/
      group: hooksOf('/api/v4/groups/{config.group}', {
        title: 'The group of the connection, with its projects',
        needs: 'GitLab Premium or Ultimate, and a token with the scope `api` of an owner of the group.',
        objects: { ...work, group_members: ['member_events'], groups: ['subgroup_events'] },
      }),
      // @see https://docs.gitlab.com/api/project_webhooks/
      project: hooksOf('/api/v4/projects/{config.project}', {
        title: 'The project of the connection',
        needs: 'A token with the scope `api` of a maintainer of the project, which the configuration names.',
        objects: work,
      }),
    },
  },
};
