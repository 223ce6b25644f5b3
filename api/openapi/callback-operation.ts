import { z } from 'zod';
import type { JsonObject } from '../../core/json.ts';
import { exampleError } from '../docs/example-error.ts';
import { callbackPath } from '../hooks/serve-callback.ts';
import type { Components } from './components.ts';
import { errorEnvelope } from './envelopes.ts';
import { makeExample } from './examples.ts';

export const callbackTag = 'Callbacks';

const accepted = z
  .strictObject({ status: z.literal('success'), data: z.strictObject({ accepted: z.literal(true) }) })
  .meta({ id: 'AcceptedCallback' });

const refusals = [400, 404, 408, 409, 413, 414, 429, 431, 500, 503];

/** Renders the address at which other systems answer, outside of the bases. */
export function renderCallbackPaths(publicUrl: string, components: Components): { [path: string]: JsonObject } {
  const schema = components.schemaOf(accepted, 'output');
  const errors = refusals.map((status): [string, JsonObject] => [
    String(status),
    { $ref: `#/components/responses/Error${status}` },
  ]);
  const wrongMethod = {
    schema: components.schemaOf(errorEnvelope, 'output'),
    example: exampleError('method_not_allowed', publicUrl, { allowed: ['POST'] }),
  };
  const post: JsonObject = {
    operationId: 'answerCallback',
    tags: [callbackTag],
    summary: 'Answer what a step waits for',
    description:
      'What another system sends to the address that a flow gave it as `callbacks.ID`. The address is the credential, and takes one answer: the item goes on with it. An answer that comes before the item has come to its wait is kept.',
    servers: [{ url: publicUrl }],
    security: [],
    parameters: [
      {
        name: 'token',
        in: 'path',
        required: true,
        description: 'Which wait, signed by the hub.',
        schema: { type: 'string' },
        example: 'AZ...',
      },
    ],
    requestBody: {
      required: false,
      description:
        'Any JSON of at most 64 KiB that satisfies the `schema` of the step; later steps read it as `steps.ID.body`.',
      content: { 'application/json': { schema: {}, example: { approved: true } } },
    },
    responses: {
      '202': {
        description: 'The answer is stored.',
        content: { 'application/json': { schema, example: makeExample(schema, components.find) ?? null } },
      },
      '405': { description: '`method_not_allowed`', content: { 'application/json': wrongMethod } },
      ...Object.fromEntries(errors),
    },
  };
  return { [callbackPath]: { post } };
}
