import { z } from 'zod';
import { secretText } from '../kit/auth/methods.ts';
import { topic } from '../kit/webhook/subscription.ts';
import { inEvent, type Webhook } from '../kit/webhook/webhook.ts';

const team = { teamId: '{config.team_id}' };

/** @see https://vercel.com/docs/webhooks/webhooks-api and https://vercel.com/docs/rest-api/webhooks */
const events = topic({
  title: 'The team, with all its projects',
  needs: 'A team on the plan Pro or Enterprise, and an access token with the team as its scope.',
  objects: {
    projects: ['project.created', 'project.removed'],
    deployments: [
      'deployment.created',
      'deployment.succeeded',
      'deployment.ready',
      'deployment.promoted',
      'deployment.error',
      'deployment.canceled',
    ],
    domains: ['domain.created'],
    edge_configs: ['edge-config.created', 'edge-config.deleted', 'edge-config.items.updated'],
  },
  list: {
    request: { method: 'GET', path: '/v1/webhooks', query: team },
    format: { kind: 'json' },
    paginate: { kind: 'none' },
  },
  urlPath: 'url',
  idPath: 'id',
  create: {
    method: 'POST',
    path: '/v1/webhooks',
    query: team,
    bodyFields: { url: '{$url}', events: '{$events}' },
  },
  remove: [{ method: 'DELETE', path: '/v1/webhooks/{$id}', query: team }],
  // Vercel makes it, and shows it in this answer only.
  secret: { field: 'secret', path: 'secret' },
});

/** @see https://vercel.com/docs/webhooks/webhooks-api (read 2026-11-23) */
export const webhook: Webhook = {
  docsUrl: 'https://vercel.com/docs/webhooks',
  setup: 'Team → Settings → Webhooks: the events, the projects and the address. The secret is shown once.',
  credentials: z.strictObject({ secret: secretText('Secret') }),
  signature: { kind: 'hmac', algorithm: 'sha1', encoding: 'hex', header: 'x-vercel-signature', key: 'secret' },
  events: {
    name: inEvent('type'),
    key: [inEvent('id')],
    at: { place: inEvent('createdAt'), unit: 'epoch_ms' },
  },
  subscription: { docsUrl: 'https://vercel.com/docs/rest-api/webhooks', topics: { team: events } },
};
