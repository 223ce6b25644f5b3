import { z } from 'zod';
import { createSsoTest } from '../../../services/access/single-sign-on/sign-in-tests/create-sso-test.ts';
import { getSsoTest } from '../../../services/access/single-sign-on/sign-in-tests/get-sso-test.ts';
import { ssoTestRecord } from '../../../services/access/single-sign-on/sign-in-tests/sso-test.ts';
import { createSsoConnection } from '../../../services/access/sso-connections/create-sso-connection.ts';
import { deleteSsoConnection } from '../../../services/access/sso-connections/delete-sso-connection.ts';
import { getSsoConnection, listSsoConnections } from '../../../services/access/sso-connections/read-sso-connections.ts';
import {
  ssoConnectionInput,
  ssoConnectionRecord,
  ssoDomainRecord,
} from '../../../services/access/sso-connections/sso-connection.ts';
import {
  addSsoDomain,
  removeSsoDomain,
  ssoDomainInput,
  ssoDomainPatch,
  updateSsoDomain,
  verifySsoDomain,
} from '../../../services/access/sso-connections/sso-domains.ts';
import {
  removeEncryptionKey,
  rotateEncryptionKey,
} from '../../../services/access/sso-connections/encryption/set-encryption-key.ts';
import {
  refreshSsoMetadata,
  ssoMetadataRefresh,
} from '../../../services/access/sso-connections/metadata/refresh-metadata.ts';
import { ssoScopes } from '../../../services/access/sso-connections/sso-scopes.ts';
import { updateSsoConnection } from '../../../services/access/sso-connections/update-sso-connection.ts';
import { deletedRecord } from '../../answers/to-list.ts';
import { anyMembers } from '../../requests/any-members.ts';
import { defineRoute } from '../../route.ts';

const tag = 'Single sign-on';
const ownersOnly =
  'For owners, and keys with the scope `*`: control of the identity provider is control of every member who signs in by it.';

export const ssoConnectionRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/sso-connections',
      operationId: 'listSsoConnections',
      tag,
      summary: 'List connections for single sign-on',
      description: 'All of them; an organization has twenty at most.',
      scope: ssoScopes.read,
      status: 200,
      data: z.array(ssoConnectionRecord),
    },
    async ({ ctx }) => ({ data: await listSsoConnections({ ctx }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/sso-connections',
      operationId: 'createSsoConnection',
      tag,
      summary: 'Let members sign in by an identity provider',
      description: `By OpenID Connect or SAML 2.0. ${ownersOnly}`,
      scope: ssoScopes.write,
      sensitive: true,
      body: { shape: ssoConnectionInput },
      status: 201,
      data: ssoConnectionRecord,
      located: true,
      versioned: true,
      errors: ['invalid_state'],
    },
    async ({ ctx, body, base }) => {
      const created = await createSsoConnection({ ctx, input: body });
      return { ...created, headers: { location: `${base}/sso-connections/${created.data.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/sso-connections/{id}',
      operationId: 'getSsoConnection',
      tag,
      summary: 'Get a connection for single sign-on',
      scope: ssoScopes.read,
      status: 200,
      data: ssoConnectionRecord,
      versioned: true,
    },
    ({ ctx, id }) => getSsoConnection({ ctx, input: { id } }),
  ),
  defineRoute(
    {
      method: 'patch',
      path: '/sso-connections/{id}',
      operationId: 'updateSsoConnection',
      tag,
      summary: 'Change a connection for single sign-on',
      description:
        'A JSON Merge Patch (RFC 7396), sent as application/json. Secrets that are left out stay. `disabled` ends the ' +
        `sessions that began by it, within a second. ${ownersOnly}`,
      scope: ssoScopes.write,
      sensitive: true,
      body: { shape: anyMembers },
      status: 200,
      data: ssoConnectionRecord,
      versioned: true,
    },
    ({ ctx, id, body }) => updateSsoConnection({ ctx, input: { id, mode: 'merge', change: body } }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/sso-connections/{id}',
      operationId: 'deleteSsoConnection',
      tag,
      summary: 'Delete a connection for single sign-on',
      description: 'Sessions that began by it end within a second. Keys of its directory are deleted. Members stay.',
      scope: ssoScopes.write,
      sensitive: true,
      status: 200,
      data: deletedRecord('ssoConnection'),
      versioned: true,
    },
    async ({ ctx, id }) => {
      await deleteSsoConnection({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
  defineRoute(
    {
      method: 'post',
      path: '/sso-connections/{id}/refresh-metadata',
      operationId: 'refreshSsoMetadata',
      tag,
      summary: 'Read the metadata of a provider now',
      description:
        'What goes on from what is known is taken. Another entity id, and certificates that are not known, are taken with ' +
        `\`accept\` only; \`metadata.problem\` of the answer says so. ${ownersOnly}`,
      scope: ssoScopes.write,
      sensitive: true,
      body: { shape: ssoMetadataRefresh, optional: true },
      status: 200,
      data: ssoConnectionRecord,
      errors: ['invalid_state'],
    },
    async ({ ctx, id, body }) => ({ data: await refreshSsoMetadata({ ctx, input: { id, accept: body.accept } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/sso-connections/{id}/encryption-key',
      operationId: 'rotateSsoEncryptionKey',
      tag,
      summary: 'Make or rotate the key for encrypted assertions',
      description:
        'Its certificate is in the metadata of the hub, for the provider. What is encrypted for the previous one is read for ' +
        `30 days more. The private key never leaves the hub. ${ownersOnly}`,
      scope: ssoScopes.write,
      sensitive: true,
      status: 200,
      data: ssoConnectionRecord,
      errors: ['invalid_state'],
    },
    async ({ ctx, id }) => ({ data: await rotateEncryptionKey({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/sso-connections/{id}/encryption-key',
      operationId: 'removeSsoEncryptionKey',
      tag,
      summary: 'Refuse encrypted assertions',
      description: `Deletes all keys for them: turn encryption off at the provider first. ${ownersOnly}`,
      scope: ssoScopes.write,
      sensitive: true,
      status: 200,
      data: ssoConnectionRecord,
      errors: ['invalid_state'],
    },
    async ({ ctx, id }) => ({ data: await removeEncryptionKey({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/sso-connections/{id}/tests',
      operationId: 'createSsoTest',
      tag,
      summary: 'Test a sign-in',
      description:
        'Open `start_url` in a browser, of the same session where a person asks, and sign in at the provider: that makes no ' +
        'session and no member, and the test says what came, or which check failed. The connection may be disabled. A test is ' +
        `gone after ten minutes. ${ownersOnly}`,
      scope: ssoScopes.write,
      sensitive: true,
      status: 201,
      data: ssoTestRecord,
    },
    async ({ ctx, id }) => ({ data: await createSsoTest({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/sso-connections/{id}/tests/{test}',
      operationId: 'getSsoTest',
      tag,
      summary: 'Get the outcome of a tested sign-in',
      description: 'For who began it, a person in the same session.',
      scope: ssoScopes.write,
      status: 200,
      data: ssoTestRecord,
    },
    async ({ ctx, id, params }) => ({ data: await getSsoTest({ ctx, input: { id, test: params['test'] ?? '' } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/sso-connections/{id}/domains',
      operationId: 'addSsoDomain',
      tag,
      summary: 'Add a domain',
      description:
        'The answer says which TXT record shows that the domain is yours. Until it is verified, it does nothing.',
      scope: ssoScopes.write,
      sensitive: true,
      body: { shape: ssoDomainInput },
      status: 201,
      data: ssoDomainRecord,
      errors: ['conflict', 'invalid_state'],
    },
    async ({ ctx, id, body }) => ({ data: await addSsoDomain({ ctx, input: { id, domain: body.domain } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/sso-connections/{id}/domains/{domain}/verify',
      operationId: 'verifySsoDomain',
      tag,
      summary: 'Verify a domain',
      description: 'Looks for its TXT record.',
      scope: ssoScopes.write,
      sensitive: true,
      status: 200,
      data: ssoDomainRecord,
      errors: ['conflict', 'invalid_state'],
    },
    async ({ ctx, id, params }) => ({
      data: await verifySsoDomain({ ctx, input: { id, domain: params['domain'] ?? '' } }),
    }),
  ),
  defineRoute(
    {
      method: 'patch',
      path: '/sso-connections/{id}/domains/{domain}',
      operationId: 'updateSsoDomain',
      tag,
      summary: 'Enforce single sign-on for a domain',
      scope: ssoScopes.write,
      sensitive: true,
      body: { shape: ssoDomainPatch },
      status: 200,
      data: ssoDomainRecord,
      errors: ['invalid_state'],
    },
    async ({ ctx, id, params, body }) => ({
      data: await updateSsoDomain({ ctx, input: { id, domain: params['domain'] ?? '', enforced: body.enforced } }),
    }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/sso-connections/{id}/domains/{domain}',
      operationId: 'removeSsoDomain',
      tag,
      summary: 'Remove a domain',
      description: 'Its people sign in by the connection no more.',
      scope: ssoScopes.write,
      sensitive: true,
      status: 200,
      data: z.object({ domain: z.string(), deleted: z.literal(true) }).meta({ id: 'RemovedSsoDomain' }),
    },
    async ({ ctx, id, params }) => {
      const domain = params['domain'] ?? '';
      await removeSsoDomain({ ctx, input: { id, domain } });
      return { data: { domain, deleted: true as const } };
    },
  ),
];
