import { z } from 'zod';
import { createWebhookEndpoint } from '../../services/event-endpoints/create-webhook-endpoint.ts';
import { deleteWebhookEndpoint } from '../../services/event-endpoints/delete-webhook-endpoint.ts';
import { getDelivery } from '../../services/event-endpoints/get-delivery.ts';
import { getWebhookEndpoint } from '../../services/event-endpoints/get-webhook-endpoint.ts';
import { listDeliveries, listDeliveriesInput } from '../../services/event-endpoints/list-deliveries.ts';
import {
  listWebhookEndpoints,
  listWebhookEndpointsInput,
} from '../../services/event-endpoints/list-webhook-endpoints.ts';
import {
  redeliver,
  redeliveredRecord,
  redeliverRange,
  redeliverRangeInput,
} from '../../services/event-endpoints/redeliver.ts';
import { rotateWebhookSecret } from '../../services/event-endpoints/rotate-webhook-secret.ts';
import { sendTestNotification, testNotificationRecord } from '../../services/event-endpoints/send-test-notification.ts';
import { updateWebhookEndpoint } from '../../services/event-endpoints/update-webhook-endpoint.ts';
import { rotateClientSecretInput } from '../../services/access/oauth-clients/rotate-client-secret.ts';
import { deliveryRecord } from '../../services/event-endpoints/delivery.ts';
import {
  webhookEndpointInput,
  webhookEndpointRecord,
  webhookEndpointWithSecret,
} from '../../services/event-endpoints/webhook-endpoint.ts';
import { anyMembers } from '../requests/any-members.ts';
import { defineRoute } from '../route.ts';
import { deletedRecord, toList } from '../answers/to-list.ts';

const tag = 'Webhook endpoints';

export const webhookEndpointRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/webhook-endpoints',
      operationId: 'listWebhookEndpoints',
      tag,
      summary: 'List webhook endpoints',
      scope: 'webhooks:read',
      query: listWebhookEndpointsInput,
      status: 200,
      data: z.array(webhookEndpointRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listWebhookEndpoints({ ctx, input: query })),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/webhook-endpoints',
      operationId: 'createWebhookEndpoint',
      tag,
      summary: 'Add a webhook endpoint',
      description:
        'It receives events from then on, signed as Standard Webhooks specifies. Its secret is returned only once. The caller must be allowed to read what the events tell.',
      scope: 'webhooks:write',
      body: { shape: webhookEndpointInput },
      status: 201,
      data: webhookEndpointWithSecret,
      located: true,
      namedIn: 'webhook_endpoints',
      versioned: true,
      errors: ['quota_exceeded'],
    },
    async ({ ctx, body, base }) => {
      const created = await createWebhookEndpoint({ ctx, input: body });
      return { ...created, headers: { location: `${base}/webhook-endpoints/${created.data.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/webhook-endpoints/{id}',
      operationId: 'getWebhookEndpoint',
      tag,
      summary: 'Get a webhook endpoint',
      scope: 'webhooks:read',
      status: 200,
      data: webhookEndpointRecord,
      versioned: true,
    },
    ({ ctx, id }) => getWebhookEndpoint({ ctx, input: { id } }),
  ),
  defineRoute(
    {
      method: 'put',
      path: '/webhook-endpoints/{id}',
      operationId: 'replaceWebhookEndpointMembers',
      tag,
      summary: 'Update a webhook endpoint',
      description: 'Members that are left out keep their value; `null` takes one away.',
      scope: 'webhooks:write',
      body: { shape: anyMembers },
      status: 200,
      data: webhookEndpointRecord,
      versioned: true,
    },
    ({ ctx, id, body }) => updateWebhookEndpoint({ ctx, input: { id, mode: 'replace', change: body } }),
  ),
  defineRoute(
    {
      method: 'patch',
      path: '/webhook-endpoints/{id}',
      operationId: 'patchWebhookEndpoint',
      tag,
      summary: 'Change parts of a webhook endpoint',
      description: 'A JSON Merge Patch (RFC 7396), sent as application/json. `{"disabled": false}` enables it again.',
      scope: 'webhooks:write',
      body: { shape: anyMembers },
      status: 200,
      data: webhookEndpointRecord,
      versioned: true,
    },
    ({ ctx, id, body }) => updateWebhookEndpoint({ ctx, input: { id, mode: 'merge', change: body } }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/webhook-endpoints/{id}',
      operationId: 'deleteWebhookEndpoint',
      tag,
      summary: 'Delete a webhook endpoint',
      description: 'What waits for it is not sent, and its deliveries are forgotten.',
      scope: 'webhooks:write',
      status: 200,
      data: deletedRecord('webhookEndpoint'),
      versioned: true,
    },
    async ({ ctx, id }) => {
      await deleteWebhookEndpoint({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
  defineRoute(
    {
      method: 'post',
      path: '/webhook-endpoints/{id}/test',
      operationId: 'testWebhookEndpoint',
      tag,
      summary: 'Send a test notification',
      description: 'Sends `notification.test` to this endpoint alone. Its delivery shows what became of it.',
      scope: 'webhooks:write',
      status: 202,
      data: testNotificationRecord,
      errors: ['invalid_state'],
    },
    async ({ ctx, id }) => ({ data: await sendTestNotification({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/webhook-endpoints/{id}/rotate-secret',
      operationId: 'rotateWebhookSecret',
      tag,
      summary: 'Give a webhook endpoint a new secret',
      description: 'The new secret is shown this once. For the overlap, messages carry a signature of each.',
      scope: 'webhooks:write',
      body: { shape: rotateClientSecretInput, optional: true },
      status: 200,
      data: webhookEndpointWithSecret,
      versioned: true,
    },
    ({ ctx, id, body }) => rotateWebhookSecret({ ctx, input: { id, options: body } }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/webhook-endpoints/{id}/deliveries',
      operationId: 'listDeliveries',
      tag,
      summary: 'List the deliveries of a webhook endpoint',
      description: 'Newest first, with requests and responses. Stored for 30 days.',
      scope: 'webhooks:read',
      query: listDeliveriesInput,
      status: 200,
      data: z.array(deliveryRecord),
      paginated: true,
    },
    async ({ ctx, id, query }) => toList(await listDeliveries({ ctx, input: { ...query, id } })),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/webhook-endpoints/{id}/deliveries/{event_id}',
      operationId: 'getDelivery',
      tag,
      summary: 'Get a delivery',
      scope: 'webhooks:read',
      status: 200,
      data: deliveryRecord,
    },
    async ({ ctx, id, params }) => ({
      data: await getDelivery({ ctx, input: { id, eventId: params['event_id'] ?? '' } }),
    }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/webhook-endpoints/{id}/deliveries/{event_id}/redeliver',
      operationId: 'redeliver',
      tag,
      summary: 'Send an event again',
      description: 'Under the id that it had. One that is pending is sent at once.',
      scope: 'webhooks:write',
      status: 200,
      data: deliveryRecord,
      errors: ['invalid_state'],
    },
    async ({ ctx, id, params }) => ({
      data: await redeliver({ ctx, input: { id, eventId: params['event_id'] ?? '' } }),
    }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/webhook-endpoints/{id}/deliveries/redeliver',
      operationId: 'redeliverRange',
      tag,
      summary: 'Send the events of some time again',
      description: 'Those that were given up; or, with `"status": "delivered"`, those that were taken.',
      scope: 'webhooks:write',
      body: { shape: redeliverRangeInput, optional: true },
      status: 200,
      data: redeliveredRecord,
      errors: ['invalid_state'],
    },
    async ({ ctx, id, body }) => ({ data: await redeliverRange({ ctx, input: { id, range: body } }) }),
  ),
];
