import { z } from 'zod';
import { diagramRecord, drawIntegration } from '../../services/integrations/draw-integration.ts';
import {
  previewIntegration,
  previewIntegrationInput,
} from '../../services/integrations/preview/preview-integration.ts';
import { previewRecord } from '../../services/integrations/preview/previewed-record.ts';
import {
  validateIntegration,
  validateIntegrationInput,
  validationRecord,
} from '../../services/integrations/validation/validate-integration.ts';
import { integrationBytesMax } from '../requests/read-json.ts';
import { defineRoute } from '../route.ts';

const tag = 'Integrations';

export const integrationCheckRoutes = [
  defineRoute(
    {
      method: 'post',
      path: '/integrations/{id}/validate',
      operationId: 'validateIntegration',
      tag,
      summary: 'Validate an integration',
      description: 'Everything that is wrong with it, or with a definition of the body, as a result. Saves nothing.',
      scope: 'integrations:read',
      body: { shape: validateIntegrationInput, optional: true, maxBytes: integrationBytesMax },
      status: 200,
      data: validationRecord,
      pure: true,
    },
    async ({ ctx, id, body }) => ({ data: await validateIntegration({ ctx, input: { ...body, id } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/integrations/{id}/preview',
      operationId: 'previewIntegration',
      tag,
      summary: 'Preview an integration',
      description:
        'Filters and maps records as a run would: those given, or a few of the source. Writes nothing. Explains for each record what every rule read, did and returned; of an integration with steps, shows what each step would do.',
      scope: 'integrations:write',
      body: {
        shape: previewIntegrationInput,
        optional: true,
        maxBytes: integrationBytesMax,
        samples: ['records'],
      },
      status: 200,
      data: z.array(previewRecord),
      pure: true,
      errors: ['integration_not_ready', 'invalid_state', 'upstream_error', 'upstream_timeout', 'quota_exceeded'],
    },
    async ({ ctx, id, body }) => ({ data: await previewIntegration({ ctx, input: { ...body, id } }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/integrations/{id}/diagram',
      operationId: 'drawIntegration',
      tag,
      summary: 'Draw an integration',
      description: 'What its newest revision does, as a flowchart in the language of Mermaid.',
      scope: 'integrations:read',
      status: 200,
      data: diagramRecord,
    },
    async ({ ctx, id }) => ({ data: await drawIntegration({ ctx, input: { id } }) }),
  ),
];
