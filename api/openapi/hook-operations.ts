import { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import { idOf } from '../../services/shapes.ts';
import { hookOperations } from '../hooks/operations.ts';
import { hookPath } from '../hooks/serve-hook.ts';
import type { Components } from './components.ts';
import { errorEnvelope } from './envelopes.ts';

export const hookTag = 'Hooks';

const accepted = z
  .strictObject({ status: z.literal('success'), data: z.strictObject({ event_id: idOf('event') }) })
  .meta({ id: 'AcceptedEvents' });

const refusals = [400, 401, 404, 408, 413, 414, 429, 431, 500, 503];

/** Renders the address that vendors send to, outside of the bases. */
export function renderHookPaths(publicUrl: string, components: Components): { [path: string]: JsonObject } {
  const operations = hookOperations.map((operation): [string, JsonObject] => [
    operation.method,
    renderOperation(operation, publicUrl, components),
  ]);
  return { [hookPath]: Object.fromEntries(operations) };
}

function renderOperation(
  { operationId, summary, description, takesBody }: (typeof hookOperations)[number],
  publicUrl: string,
  components: Components,
): JsonObject {
  const errors = refusals
    .filter((status) => takesBody || status !== 413)
    .map((status): [string, JsonObject] => [String(status), { $ref: `#/components/responses/Error${status}` }]);
  const wrongMethod = { 'application/json': { schema: components.schemaOf(errorEnvelope, 'output') } };
  return {
    operationId,
    tags: [hookTag],
    summary,
    description,
    servers: [{ url: publicUrl }],
    security: [],
    parameters: [
      { name: 'hook_id', in: 'path', required: true, description: 'Which hook.', schema: { type: 'string' } },
    ],
    ...(takesBody ? { requestBody: { required: false, content: { '*/*': { schema: {} } } } } : {}),
    responses: {
      '200': {
        description:
          'A handshake, answered in the form of the vendor; or as 202, for vendors that know no other success.',
        content: { 'application/json': { schema: { type: 'object' } }, 'text/plain': { schema: { type: 'string' } } },
      },
      ...(takesBody
        ? {
            '202': {
              description: 'The events are accepted.',
              content: { 'application/json': { schema: components.schemaOf(accepted, 'output') } },
            },
          }
        : {}),
      '405': { description: '`method_not_allowed`', content: wrongMethod },
      ...Object.fromEntries(errors),
    },
  };
}
