import type { z } from 'zod';
import type { HttpObject } from '../kit/object-types.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import { type Collection, findOrCreate, idempotent, writesAt } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** At most 100 in a page. @see https://github.com/extremenetworks/ExtremeCloudIQ-OpenAPI (page, limit) */
const paged = {
  kind: 'page',
  parameter: 'page',
  totalPagesPath: 'total_pages',
  sizeParameter: 'limit',
  pageSize: 100,
} as const;

const { listOf } = restApi({
  docs: (page) => `https://extremecloudiq.com/api-docs/api-reference.html#${page}`,
  records: { recordsPath: 'data' },
  paginate: paged,
});

/** A collection that can be written. Lists have no filter by name: a record is searched in all of its pages. */
function managed(
  { path, ...naming }: { title: string; path: string; docs: string; schema: z.ZodType } & Partial<ListedObject>,
  more: Partial<Collection> = {},
): HttpObject {
  return listOf(
    { ...naming, path, find: naming.find ?? true },
    writesAt({
      path,
      method: 'PUT',
      find: { path, paginate: paged, recordsPath: 'data', idPath: 'id' },
      ...more,
    }),
  );
}

const dayMs = 86_400_000;

export const objects: Readonly<Record<string, HttpObject>> = {
  users: managed({ title: 'Users', path: '/users', docs: 'user', schema: schemas.User }, { method: 'PATCH' }),
  external_users: managed(
    { title: 'External users', path: '/users/external', docs: 'user', schema: schemas.ExternalUser },
    { method: 'PATCH' },
  ),
  devices: listOf(
    {
      title: 'Devices',
      path: '/devices',
      docs: 'device',
      schema: schemas.Device,
      query: { views: 'FULL', sortField: 'SN' },
      find: '/devices/{value}?views=FULL',
    },
    { delete: idempotent('DELETE /devices/{id}') },
  ),
  clients: listOf({
    title: 'Connected clients',
    path: '/clients/active',
    docs: 'client',
    schema: schemas.Client,
    query: { views: 'FULL' },
    find: '/clients/{value}?views=FULL',
  }),
  locations: listOf(
    {
      title: 'Locations, as a tree',
      path: '/locations/tree',
      docs: 'location',
      schema: schemas.Location,
      recordsPath: '$',
      paginate: { kind: 'none' },
    },
    {
      update: idempotent('PUT /locations/{id}'),
      delete: idempotent('DELETE /locations/{id}'),
    },
  ),
  network_policies: managed({
    title: 'Network policies',
    path: '/network-policies',
    docs: 'network_policy',
    schema: schemas.NetworkPolicy,
  }),
  ssids: listOf({ title: 'SSIDs', path: '/ssids', docs: 'ssid', schema: schemas.Ssid }),
  vlan_profiles: managed(
    { title: 'VLAN profiles', path: '/vlan-profiles', docs: 'vlan', schema: schemas.VlanProfile },
    { method: 'PATCH' },
  ),
  user_profiles: managed({
    title: 'User profiles',
    path: '/user-profiles',
    docs: 'user_profile',
    schema: schemas.UserProfile,
  }),
  radio_profiles: managed({
    title: 'Radio profiles',
    path: '/radio-profiles',
    docs: 'radio_profile',
    schema: schemas.RadioProfile,
  }),
  classification_rules: managed({
    title: 'Classification rules',
    path: '/classification-rules',
    docs: 'classification_rule',
    schema: schemas.ClassificationRule,
  }),
  config_groups: managed({
    title: 'Cloud config groups',
    path: '/ccgs',
    docs: 'cloud_config_group',
    schema: schemas.ConfigGroup,
  }),
  user_groups: managed({
    title: 'Groups of end users',
    path: '/usergroups',
    docs: 'user_group',
    schema: schemas.UserGroup,
    find: false,
  }),
  end_users: listOf(
    { title: 'End users', path: '/endusers', docs: 'end_user', schema: schemas.EndUser },
    // The group of an end user cannot be changed.
    {
      create: findOrCreate('POST /endusers', {
        find: {
          path: '/endusers',
          query: { usernames: '{user_name}' },
          paginate: paged,
          recordsPath: 'data',
          idPath: 'id',
        },
        targetIdPath: 'id',
      }),
      update: idempotent('PUT /endusers/{id}'),
      delete: idempotent('DELETE /endusers/{id}'),
    },
  ),
  radius_servers: managed({
    title: 'External RADIUS servers',
    path: '/radius-servers/external',
    docs: 'radius_server',
    schema: schemas.RadiusServer,
  }),
  ldap_servers: managed({
    title: 'LDAP servers',
    path: '/ldap-servers',
    docs: 'ldap_server',
    schema: schemas.LdapServer,
  }),
  audit_log: listOf({
    title: 'Audit log',
    path: '/logs/audit',
    docs: 'log',
    schema: schemas.AuditEntry,
    incremental: {
      kind: 'time_window',
      from: 'startTime',
      to: 'endTime',
      format: 'epoch_ms',
      spanMs: dayMs,
      historyMs: 30 * dayMs,
    },
  }),
  webhook_subscriptions: listOf(
    {
      title: 'Webhook subscriptions',
      path: '/subscriptions/webhook',
      docs: 'notification',
      schema: schemas.Subscription,
      recordsPath: '$',
      paginate: { kind: 'none' },
    },
    { delete: idempotent('DELETE /subscriptions/webhook/{id}') },
  ),
};
