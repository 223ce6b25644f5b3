/** HashiCorp Vault and OpenBao: identities, policies, mounts, tokens, roles, and what is known of secrets beside their values. */
import { z } from 'zod';
import { apiKeyAuth, plainText, secretText } from '../kit/auth/methods.ts';
import { withAuthority } from '../kit/auth/signing-methods.ts';
import { sessionLoginAuth } from '../kit/auth/token-methods.ts';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { toPlainText } from '../kit/type-guards.ts';
import { objects } from './objects.ts';
import { secrets } from './secrets.ts';

const docs = 'https://developer.hashicorp.com/vault/api-docs';

/** Of names that stand in paths: letters, digits, dashes, underscores, dots, and slashes between them. */
const pathText = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;

export const connector: HttpConnector = defineConnector({
  id: 'hashicorp_vault',
  name: 'HashiCorp Vault',
  vendor: 'HashiCorp',
  category: 'security',
  docsUrl: docs,
  version: '1.0.0',
  tags: ['secrets', 'policies', 'identity', 'openbao', 'self-hosted'],
  transport: 'http',
  config: z.strictObject({
    server_url: z.url({ protocol: /^https?$/ }).meta({
      title: 'Address of the server',
      help: 'Up to where `/v1` begins. OpenBao has the same API.',
      example: 'https://vault.example.com:8200',
      destination: true,
    }),
    namespace: z
      .string()
      .max(512)
      .regex(pathText, 'Must be the path of a namespace, without slashes around it: teams/payments.')
      .optional()
      .meta({
        title: 'Namespace',
        help: 'Of Vault Enterprise, HCP Vault and OpenBao. Leave it empty for the root.',
        destination: true,
      }),
    approle_mount: z
      .string()
      .max(256)
      .regex(pathText, 'Must be the path of an auth method, without slashes around it: approle.')
      .default('approle')
      .meta({
        title: 'Path of AppRole',
        help: 'Whose roles are read, and that a role signs in at.',
        destination: true,
      }),
  }),
  auth: [
    // @see https://developer.hashicorp.com/vault/api-docs#authentication
    withAuthority(
      apiKeyAuth({
        id: 'token',
        title: 'Token',
        credentials: z.strictObject({ token: secretText('Token') }),
        in: 'header',
        name: 'X-Vault-Token',
        value: '{token}',
        setup: 'A periodic token that something renews: `vault token create -orphan -period=768h -policy=POLICY`.',
      }),
    ),
    // @see https://developer.hashicorp.com/vault/api-docs/auth/approle#login-with-approle
    withAuthority(
      sessionLoginAuth({
        id: 'approle',
        title: 'AppRole',
        credentials: z.strictObject({ role_id: plainText('Role id'), secret_id: secretText('Secret id') }),
        login: {
          method: 'POST',
          url: '{config.server_url}/v1/auth/{config.approle_mount}/login',
          headers: { 'x-vault-namespace': '{config.namespace}' },
          body: { format: 'json', values: { role_id: '{role_id}', secret_id: '{secret_id}' } },
        },
        extract: { token: { from: 'body', path: 'auth.client_token' } },
        expiresPath: 'auth.lease_duration',
        // A token that has expired is refused as one without rights.
        renewOn: [403],
        places: [{ in: 'header', name: 'X-Vault-Token', value: '{$token}' }],
        setup:
          '`vault write auth/approle/role/ROLE token_policies=POLICY`, then `vault read auth/approle/role/ROLE/role-id` and `vault write -f auth/approle/role/ROLE/secret-id`.',
      }),
    ),
  ],
  http: {
    // @see https://developer.hashicorp.com/vault/api-docs#namespaces
    baseUrl: ({ config }) => {
      const namespace = toPlainText(config['namespace']);
      return `${toPlainText(config['server_url'])}/v1${namespace === '' ? '' : `/${namespace}`}`;
    },
    hosts: 'from_config',
    headers: { accept: 'application/json', 'x-vault-request': 'true' },
  },
  // Unlimited unless a quota is set; a careful figure. @see https://developer.hashicorp.com/vault/api-docs/system/rate-limit-quotas
  limits: { concurrency: 4, buckets: [{ name: 'server', limit: 100, perMs: 1000 }], signals: [] },
  // @see https://developer.hashicorp.com/vault/api-docs#http-status-codes
  errors: [
    {
      when: { status: 403, bodyIncludes: ['invalid token', 'bad token'] },
      kind: 'auth_invalid',
      message: 'The token was refused: it is wrong, or it has expired.',
    },
    // An accessor outlives the list that it was in: its token was revoked meanwhile, or has expired.
    { when: { status: [400, 403], bodyIncludes: ['invalid accessor'] }, kind: 'not_found' },
    { when: { status: [400, 409], bodyIncludes: ['already in use'] }, kind: 'conflict', messagePath: 'errors[0]' },
    { when: { status: 400 }, kind: 'validation', messagePath: 'errors[0]' },
    { when: { status: 412 }, kind: 'transient' },
    { when: { status: 501 }, kind: 'config', message: 'The server is not initialized.' },
    { when: { status: 503, bodyIncludes: ['sealed'] }, kind: 'maintenance', message: 'The server is sealed.' },
  ],
  test: { request: { method: 'GET', path: '/auth/token/lookup-self' } },
  objects,
  dynamicObjects: secrets,
  contract: { descriptions: ['hashicorp_vault/v1.json.gz'] },
  documentation: { source: docs, asOf: '2026-11-28' },
});
