import type { JsonObject } from '../../core/json.ts';
import { eventPayload } from '../../services/event-endpoints/event-payload.ts';
import type { Components } from './components.ts';
import { makeExample } from './examples.ts';

const headers = [
  { name: 'webhook-id', description: 'Id of the event, the same each time it is sent.', schema: { type: 'string' } },
  { name: 'webhook-timestamp', description: 'When it was sent, in seconds.', schema: { type: 'string' } },
  { name: 'webhook-signature', description: 'One or more, separated by spaces.', schema: { type: 'string' } },
];

/**
 * What webhook endpoints get, seen from them.
 *
 * @see https://spec.openapis.org/oas/v3.1.1.html#openapi-object `webhooks`
 */
export function renderWebhooks(components: Components): JsonObject {
  const schema = components.schemaOf(eventPayload, 'output');
  const receive = {
    operationId: 'receiveEvent',
    summary: 'Receive an event',
    description: 'Sent to webhook endpoints, signed as Standard Webhooks has it, until they answer 2xx.',
    tags: ['Webhook endpoints'],
    security: [],
    parameters: headers.map((header) => ({ ...header, in: 'header', required: true })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema, example: makeExample(schema, components.find) ?? null } },
    },
    responses: { '2XX': { description: 'The event was taken.' }, '410': { description: 'No more events are wanted.' } },
  };
  return { event: { post: receive } };
}
