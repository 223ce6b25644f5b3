import { z } from 'zod';
import { integrationRecord } from '../../services/integrations/integration.ts';
import { revisionRecord, revisionSummary } from '../../services/integrations/revisions/revision.ts';
import { activateRevision } from '../../services/integrations/revisions/activate-revision.ts';
import { getRevision } from '../../services/integrations/revisions/get-revision.ts';
import { listRevisions, listRevisionsInput } from '../../services/integrations/revisions/list-revisions.ts';
import { defineRoute } from '../route.ts';
import { toList } from '../answers/to-list.ts';

const tag = 'Integrations';

export const revisionRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/integrations/{id}/revisions',
      operationId: 'listIntegrationRevisions',
      tag,
      summary: 'List the revisions of an integration',
      description: 'Newest first. A revision never changes.',
      scope: 'integrations:read',
      query: listRevisionsInput,
      status: 200,
      data: z.array(revisionSummary),
      paginated: true,
    },
    async ({ ctx, id, query }) => toList(await listRevisions({ ctx, input: { ...query, id } })),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/integrations/{id}/revisions/{revision}',
      operationId: 'getIntegrationRevision',
      tag,
      summary: 'Get a revision of an integration',
      scope: 'integrations:read',
      status: 200,
      data: revisionRecord,
    },
    async ({ ctx, id, params }) => ({
      data: await getRevision({ ctx, input: { id, revision: params['revision'] ?? '' } }),
    }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/integrations/{id}/revisions/{revision}/activate',
      operationId: 'activateIntegrationRevision',
      tag,
      summary: 'Activate a revision of an integration',
      description:
        'Runs use it from now on: an older one is the way back, the newest one the way forward. Runs at work finish on the revision they began with. Triggers of an integration that is not active stay stopped.',
      scope: 'integrations:write',
      status: 200,
      data: integrationRecord,
      versioned: true,
      errors: ['integration_not_ready'],
    },
    ({ ctx, id, params }) => activateRevision({ ctx, input: { id, revision: params['revision'] ?? '' } }),
  ),
];
