/** Microsoft Entra ID over Microsoft Graph: users, groups, devices, applications, roles, and the logs of a tenant. */
import { z } from 'zod';
import type { HttpConnector } from '../kit/connector.ts';
import { defineConnector } from '../kit/define.ts';
import { graphAuth, graphConfig, graphHttp, graphTopic, graphWebhookOf } from '../kit/presets/microsoft-graph.ts';
import { objects } from './objects.ts';

const register =
  'Entra admin center → App registrations → New registration, with application permissions of Microsoft Graph such as `User.Read.All`, granted by an administrator.';

/**
 * Names of properties, such as `extension_2d1e…_badge`, which Graph gives only where they are asked for.
 *
 * @see https://learn.microsoft.com/en-us/graph/extensibility-overview
 */
const properties = (title: string, help: string, usual: string, example: readonly string[]) =>
  z
    .array(
      z
        .string()
        .max(200)
        .regex(/^[A-Za-z]\w*$/, 'Must be the name of a property: signInActivity.'),
    )
    .min(1)
    .max(100)
    .default([usual])
    .meta({ title, help, example });

/** What the description of lists does not know yet. @see https://learn.microsoft.com/en-us/graph/api/resources/application#properties */
const exemptions = ['groups', 'group_changes', 'applications', 'application_changes'].flatMap((object) =>
  (['records', 'parameter-values'] as const)
    .filter((rule) => rule === 'records' || object.startsWith('application'))
    .map((rule) => ({
      use: `${object}.list`,
      rule,
      about: rule === 'records' ? 'uniqueName' : '$select',
      reason: 'The description of the lists is older than uniqueName.',
    })),
);

/** One record of a list: whether it may be read. */
const one = (path: string) => ({ method: 'GET', path, query: { $top: '1', $select: 'id' } }) as const;

/** Under 29 days. Creations are told as updates. @see https://learn.microsoft.com/en-us/graph/api/resources/subscription (read 2026-11-28) */
const directory = { lifeMinutes: 41_760 };
const directoryChanges = ['updated', 'deleted'];

export const connector: HttpConnector = defineConnector({
  id: 'entra_id',
  name: 'Microsoft Entra ID',
  vendor: 'Microsoft',
  category: 'identity',
  docsUrl: 'https://learn.microsoft.com/en-us/graph/api/overview',
  version: '1.0.0',
  tags: ['users', 'groups', 'devices', 'directory', 'sso', 'azure ad', 'microsoft'],
  transport: 'http',
  config: graphConfig.extend({
    user_properties: properties(
      'Further properties of users',
      'Extension attributes of the directory by their full name, `customSecurityAttributes` or `signInActivity`, each with its permission.',
      'onPremisesExtensionAttributes',
      ['onPremisesExtensionAttributes', 'extension_1f2e3d4c5b6a79808182838485868788_badge'],
    ),
    group_properties: properties(
      'Further properties of groups',
      'Extension attributes of the directory by their full name, for example.',
      'membershipRuleProcessingState',
      ['extension_1f2e3d4c5b6a79808182838485868788_cost_center'],
    ),
  }),
  auth: graphAuth(register),
  http: graphHttp,
  limits: {
    concurrency: 8,
    // For tenants of 50 to 500 users: 5000 units, of which a list costs 2. @see https://learn.microsoft.com/en-us/graph/throttling-limits#identity-and-access-service-limits
    buckets: [{ name: 'directory', limit: 2500, perMs: 10_000 }],
    signals: [],
  },
  // @see https://learn.microsoft.com/en-us/graph/errors and https://learn.microsoft.com/en-us/graph/resolve-auth-errors
  errors: [
    {
      when: { status: 403, path: 'error.code', equals: ['Authentication_RequestFromNonPremiumTenantOrB2CTenant'] },
      kind: 'unsupported',
      message: 'The tenant has no license for this feature (Entra ID P1 or P2). Assign one, or leave the object out.',
    },
    { when: { path: 'error.code', equals: ['Directory_QuotaExceeded'] }, kind: 'quota' },
    {
      when: { status: 400, bodyIncludes: ['ObjectConflict', 'Another object with the same value'] },
      kind: 'conflict',
    },
    { when: { path: 'error.code', equals: ['TooManyRequests', 'activityLimitReached'] }, kind: 'rate_limited' },
  ],
  test: {
    request: one('/users'),
    others: [
      { request: one('/groups'), object: 'groups' },
      { request: one('/devices'), object: 'devices' },
      { request: one('/applications'), object: 'applications' },
      {
        request: { method: 'GET', path: '/auditLogs/directoryAudits', query: { $top: '1' } },
        object: 'directory_audits',
      },
    ],
  },
  objects,
  webhook: graphWebhookOf({
    users: graphTopic({
      ...directory,
      title: 'Users of the tenant',
      needs: 'The permission `User.Read.All`.',
      resource: 'users',
      objects: { users: directoryChanges, user_changes: directoryChanges },
    }),
    groups: graphTopic({
      ...directory,
      title: 'Groups of the tenant',
      needs: 'The permission `Group.Read.All`.',
      resource: 'groups',
      objects: { groups: directoryChanges, group_changes: directoryChanges, group_members: directoryChanges },
    }),
  }),
  contract: { exempt: exemptions },
  documentation: { source: 'https://learn.microsoft.com/en-us/graph/api/overview', asOf: '2026-11-21' },
});
