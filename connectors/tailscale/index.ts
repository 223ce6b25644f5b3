/** Tailscale: devices, users, keys, invitations and webhooks of a tailnet. */
import { z } from 'zod';
import { bearerAuth } from '../kit/auth/methods.ts';
import { clientCredentialsAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { objects } from './objects.ts';
import { webhook } from './webhook.ts';

export const connector: HttpConnector = defineConnector({
  id: 'tailscale',
  name: 'Tailscale',
  vendor: 'Tailscale',
  category: 'network',
  docsUrl: 'https://tailscale.com/api',
  version: '1.0.0',
  tags: ['vpn', 'zero-trust', 'devices', 'users'],
  transport: 'http',
  config: z.strictObject({
    tailnet: z
      .string()
      .regex(/^(?:-|[A-Za-z0-9.@_-]{1,255})$/, 'Must be the id of a tailnet, or - for that of the credentials.')
      .default('-')
      .meta({ title: 'Tailnet', help: 'Settings → General → Tailnet ID; - is the tailnet of the credentials.' }),
  }),
  auth: [
    // @see https://tailscale.com/docs/reference/trust-credentials
    clientCredentialsAuth({
      tokenUrl: 'https://api.tailscale.com/api/v2/oauth/token',
      clientAuth: 'post',
      setup:
        'Settings → Trust credentials → Credential → OAuth, with the scopes that the objects need: `devices:core`, `devices:routes`, `users`, `user_invites`, `auth_keys`, `webhooks`, each with `:read` where nothing is written.',
    }),
    // @see https://tailscale.com/docs/reference/tailscale-api
    bearerAuth({
      title: 'API access token',
      setup: 'Settings → Keys → Generate access token. It expires after 90 days at the latest.',
    }),
  ],
  http: { baseUrl: 'https://api.tailscale.com/api/v2', hosts: ['api.tailscale.com'] },
  // The vendor tells no figure: a careful one.
  limits: { concurrency: 4, buckets: [{ name: 'tailnet', limit: 300, perMs: 60_000 }], signals: [] },
  // @see https://github.com/tailscale/tailscale/blob/main/publicapi/device.md
  errors: [
    // A device that is shared into the tailnet is not its own to delete.
    { when: { status: 501 }, kind: 'unsupported', messagePath: 'message' },
    { when: { status: 400 }, kind: 'validation', messagePath: 'message' },
  ],
  test: { request: { method: 'GET', path: '/tailnet/{config.tailnet}/devices' } },
  objects,
  webhook,
  // The only description at hand is a third party's, with paths alone.
  contract: { descriptions: [] },
  documentation: { source: 'https://tailscale.com/api', asOf: '2026-11-23' },
});
