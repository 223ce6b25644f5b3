import type { Scene } from './scene.ts';

/** Every page with something on it, by a name that a file can have. */
export function listPages(scene: Scene): Record<string, string> {
  const { good, flow, asking, partly, bad, schedule, endpoint, linkToken, hub } = scene;
  return {
    overview: '/',
    integrations: '/integrations',
    integration: `/integrations/${good.integration}`,
    revisions: `/integrations/${good.integration}?tab=revisions`,
    definition: `/integrations/${good.integration}?tab=definition`,
    'new-integration': '/integrations/new',
    ...Object.fromEntries(
      ['source', 'target', 'mapping', 'triggers', 'settings', 'json', 'changes'].map((part) => [
        `build-${part}`,
        `/integrations/${good.integration}/build?part=${part}`,
      ]),
    ),
    'build-steps': `/integrations/${flow}/build?part=steps&at=steps%5B1%5D.condition%5B1%5D.steps%5B0%5D`,
    runs: '/runs',
    'run-succeeded': `/runs/${good.run}`,
    'run-failed': `/runs/${bad.run}`,
    'run-log': `/runs/${bad.run}?tab=log`,
    'failed-records': `/runs/${partly.run}?tab=records`,
    'all-failed-records': '/failed-records',
    approvals: '/approvals',
    'run-waiting': `/runs/${asking}`,
    schedules: '/schedules',
    schedule: `/schedules/${schedule}`,
    connections: '/connections',
    connection: `/connections/${hub.sourceId}`,
    catalogue: '/connections/new',
    'new-connection': '/connections/new?connector=okta',
    webhooks: '/webhooks',
    'webhook-endpoint': `/webhooks/${endpoint}`,
    keys: '/settings/keys',
    'oauth-clients': '/settings/clients',
    'token-issuers': '/settings/clients?tab=issuers',
    members: '/settings/members',
    invitations: '/settings/members?tab=invitations',
    profile: '/profile',
    organization: '/settings/organization',
    'connection-links': '/connections?tab=links',
    connect: `/connect#${linkToken}`,
    connected: '/connected?status=connected',
    limits: '/settings/limits',
    audit: '/audit',
    'no-such-page': '/nowhere',
    'no-such-run': '/runs/run_00000000000000000000000000',
  };
}
