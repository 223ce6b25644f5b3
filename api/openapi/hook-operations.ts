import { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import { idOf } from '../../services/shared/schemas.ts';
import { exampleError } from '../docs/example-error.ts';
import { hookOperations } from '../hooks/operations.ts';
import { hookPath } from '../hooks/serve-hook.ts';
import type { Components } from './components.ts';
import { errorEnvelope } from './envelopes.ts';
import { makeExample } from './examples.ts';
import { exampleId } from './parameters.ts';

export const hookTag = 'Hooks';

const accepted = z
  .strictObject({ status: z.literal('success'), data: z.strictObject({ event_id: idOf('event') }) })
  .meta({ id: 'AcceptedEvents' });

/** Of answers in a vendor's own form. */
const answerSchemas: Readonly<Record<string, JsonObject>> = {
  'application/json': { type: 'object' },
  'text/plain': { type: 'string' },
};

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
  { operationId, summary, description, deliveries, answers }: (typeof hookOperations)[number],
  publicUrl: string,
  components: Components,
): JsonObject {
  const takesBody = deliveries !== undefined;
  const errors = refusals
    .filter((status) => takesBody || status !== 413)
    .map((status): [string, JsonObject] => [String(status), { $ref: `#/components/responses/Error${status}` }]);
  const wrongMethod = {
    schema: components.schemaOf(errorEnvelope, 'output'),
    example: exampleError('method_not_allowed', publicUrl, { allowed: ['POST'] }),
  };
  const acceptedSchema = components.schemaOf(accepted, 'output');
  return {
    operationId,
    tags: [hookTag],
    summary,
    description,
    servers: [{ url: publicUrl }],
    security: [],
    parameters: [
      {
        name: 'hook_id',
        in: 'path',
        required: true,
        description: 'Which hook.',
        schema: { type: 'string' },
        example: exampleId('hooks') ?? null,
      },
    ],
    ...(takesBody
      ? { requestBody: { required: false, content: { '*/*': { schema: {}, examples: deliveries } } } }
      : {}),
    responses: {
      '200': {
        description:
          'A handshake, answered in the form of the vendor; or as 202, for vendors that know no other success.',
        content: Object.fromEntries(
          Object.entries(answers).map(([type, examples]) => [type, { schema: answerSchemas[type] ?? {}, examples }]),
        ),
      },
      ...(takesBody
        ? {
            '202': {
              description: 'The events are accepted.',
              content: {
                'application/json': {
                  schema: acceptedSchema,
                  example: makeExample(acceptedSchema, components.find) ?? null,
                },
              },
            },
          }
        : {}),
      '405': { description: '`method_not_allowed`', content: { 'application/json': wrongMethod } },
      ...(takesBody
        ? {
            default: {
              description: 'What a `respond` step of the flow answers.',
              content: { 'application/json': { schema: {}, example: { ticket: 'T-1042' } } },
            },
          }
        : {}),
      ...Object.fromEntries(errors),
    },
  };
}
