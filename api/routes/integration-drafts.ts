import { z } from 'zod';
import { discardDraft } from '../../services/integration-drafts/discard-draft.ts';
import { draftInput, draftRecord, draftSummary } from '../../services/integration-drafts/draft.ts';
import { getDraft } from '../../services/integration-drafts/get-draft.ts';
import { listDrafts } from '../../services/integration-drafts/list-drafts.ts';
import { saveDraft } from '../../services/integration-drafts/save-draft.ts';
import { deletedRecord } from '../answers/to-list.ts';
import { integrationBytesMax } from '../requests/read-json.ts';
import { defineRoute } from '../route.ts';

const tag = 'Integrations';

export const integrationDraftRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/me/integration-drafts',
      operationId: 'listIntegrationDrafts',
      tag,
      summary: 'List your unsaved work',
      description: 'The integrations that you changed in the dashboard and did not save, the newest work first.',
      scope: 'person',
      status: 200,
      data: z.array(draftSummary),
    },
    async ({ ctx }) => ({ data: await listDrafts({ ctx }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/me/integration-drafts/{id}',
      operationId: 'getIntegrationDraft',
      tag,
      summary: 'Get your unsaved work on an integration',
      description: 'The id is that of the integration.',
      scope: 'person',
      status: 200,
      data: draftRecord,
      versioned: true,
    },
    ({ ctx, id }) => getDraft({ ctx, input: { id } }),
  ),
  defineRoute(
    {
      method: 'put',
      path: '/me/integration-drafts/{id}',
      operationId: 'saveIntegrationDraft',
      tag,
      summary: 'Keep your unsaved work on an integration',
      description:
        'For a month since the last change. The integration stays as it is, and nothing is checked. What is kept already is replaced only by a request that names its version in `If-Match`.',
      scope: 'person',
      body: { shape: draftInput, maxBytes: integrationBytesMax },
      status: 200,
      data: draftSummary,
      versioned: true,
    },
    ({ ctx, id, body }) => saveDraft({ ctx, input: { ...body, id } }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/me/integration-drafts/{id}',
      operationId: 'discardIntegrationDraft',
      tag,
      summary: 'Discard your unsaved work on an integration',
      scope: 'person',
      status: 200,
      data: deletedRecord('integration'),
      versioned: true,
    },
    async ({ ctx, id }) => {
      await discardDraft({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
];
