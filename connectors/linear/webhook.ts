import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { graphqlRequest, relay } from '../kit/presets/graphql.ts';
import { topic } from '../kit/webhook/subscription.ts';
import { header, inBody, inEvent, type Webhook } from '../kit/webhook/webhook.ts';

/** Of the whole workspace. @see https://linear.app/developers/webhooks */
const workspace = topic({
  title: 'All public teams of the workspace',
  needs: 'A personal API key of an administrator of the workspace, or an OAuth token with the scope `admin`.',
  // `WebhookResourceType`. @see https://github.com/linear/linear/blob/master/packages/sdk/src/schema.graphql
  objects: {
    issues: ['Issue'],
    comments: ['Comment'],
    labels: ['IssueLabel'],
    attachments: ['Attachment'],
    projects: ['Project'],
    project_updates: ['ProjectUpdate'],
    cycles: ['Cycle'],
    documents: ['Document'],
    initiatives: ['Initiative'],
    customers: ['Customer'],
    users: ['User'],
  },
  list: {
    request: graphqlRequest({
      document:
        'query webhooks($first: Int, $after: String) { webhooks(first: $first, after: $after) { nodes { id url } pageInfo { hasNextPage endCursor } } }',
    }),
    ...relay({ connection: 'webhooks', pageSize: 100 }),
  },
  urlPath: 'url',
  idPath: 'id',
  create: graphqlRequest({
    document:
      'mutation webhookCreate($input: WebhookCreateInput!) { webhookCreate(input: $input) { success webhook { id } } }',
    variables: { input: { allPublicTeams: true } },
    fill: {
      'input.label': '{$name}',
      'input.url': '{$url}',
      'input.secret': '{$secret}',
      'input.resourceTypes': '{$events}',
    },
  }),
  createdIdPath: 'data.webhookCreate.webhook.id',
  remove: [
    graphqlRequest({
      document: 'mutation webhookDelete($id: String!) { webhookDelete(id: $id) { success } }',
      fill: { id: '{$id}' },
    }),
  ],
  secret: { field: 'signing_secret' },
});

/** @see https://developers.linear.app/docs/graphql/webhooks (read 2026-11-22) */
export const webhook: Webhook = {
  docsUrl: 'https://linear.app/developers/webhooks',
  setup:
    'Settings → API → Webhooks → New webhook: the address and the kinds of data that matter. Then say its signing secret here.',
  credentials: z.strictObject({ signing_secret: secretText('Signing secret') }),
  // As Linear's own client checks it. @see https://github.com/linear/linear/blob/master/packages/sdk/src/webhooks/client.ts (read 2026-11-22)
  signature: {
    kind: 'hmac',
    algorithm: 'sha256',
    encoding: 'hex',
    header: 'linear-signature',
    key: 'signing_secret',
    sentAt: { place: inBody('webhookTimestamp'), unit: 'epoch_ms', toleranceSeconds: 60 },
  },
  events: {
    name: inEvent('type'),
    // The same for all attempts to deliver a payload.
    key: [header('Linear-Delivery')],
    at: { place: inEvent('createdAt'), unit: 'iso' },
  },
  // The vendor retries after any other status.
  acceptedStatus: 200,
  subscription: { docsUrl: 'https://linear.app/developers/webhooks', topics: { workspace } },
};
