import { filter } from '../kit/filters/filter-text.ts';
import type { HttpObject } from '../kit/object-types.ts';
import type { HttpWrite } from '../kit/http/operations.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import { people } from './people.ts';
import * as schemas from './schema.ts';
import { byOffset, byToken, changedBy, listOf, objectOf, pagesOf, sets, writesOne } from './schemas.ts';

/** Sets one thing of an alert. @see https://developer.crowdstrike.com/api-reference/collections/alerts/ */
const alertAction = (name: string, value: string) =>
  ({
    method: 'PATCH',
    path: '/alerts/entities/alerts/v3',
    bodyFields: {
      'composite_ids[0]': '{composite_id}',
      'action_parameters[0].name': name,
      'action_parameters[0].value': value,
    },
  }) as const;

const alerts: Readonly<Record<string, HttpObject>> = {
  alerts: listOf(
    {
      title: 'Alerts',
      docs: 'alerts',
      key: 'composite_id',
      schema: schemas.Alert,
      path: '/alerts/combined/alerts/v1',
      request: { method: 'POST', body: { sort: 'created_timestamp|asc' } },
      paginate: {
        kind: 'cursor',
        in: 'body',
        parameter: 'after',
        path: 'meta.pagination.after',
        sizeParameter: 'limit',
        pageSize: 1000,
      },
      incremental: changedBy('updated_timestamp', 'body'),
    },
    { update: idempotent(alertAction('update_status', '{status}')) },
  ),
  alert_assignments: objectOf(
    { title: 'Alert assignments', docs: 'alerts', key: 'composite_id' },
    { update: idempotent(alertAction('assign_to_uuid', '{assigned_to_uuid}')) },
  ),
  alert_tags: objectOf(
    { title: 'Alert tags', docs: 'alerts', key: ['composite_id', 'tag'] },
    {
      upsert: idempotent(alertAction('add_tag', '{tag}')),
      delete: idempotent(alertAction('remove_tag', '{tag}')),
    },
  ),
  alert_comments: objectOf(
    { title: 'Alert comments', docs: 'alerts', key: 'composite_id' },
    { create: nonIdempotent(alertAction('append_comment', '{comment}')) },
  ),
  crowd_scores: listOf({
    title: 'CrowdScore incidents',
    path: '/incidents/combined/crowdscores/v1',
    docs: 'incidents',
    schema: schemas.CrowdScore,
    query: { sort: 'timestamp.asc' },
    pageSize: 2500,
    incremental: changedBy('timestamp'),
  }),
  event_streams: listOf({
    title: 'Event streams',
    path: '/sensors/entities/datafeed/v2',
    docs: 'event-streams',
    key: 'dataFeedURL',
    schema: schemas.Stream,
    query: { appId: 'integrationhub', format: 'json' },
  }),
};

/**
 * Groups whose names contain the one that is looked for are found as well.
 *
 * @see https://github.com/CrowdStrike/terraform-provider-crowdstrike/blob/main/internal/host_groups/host_groups.go
 */
const hostGroup = writesOne(
  '/devices/entities/host-groups/v1',
  'resources',
  '/devices/combined/host-groups/v1',
  filter('name:{name|fql_lower}'),
  { paginate: byOffset(500), ignoresCase: true },
);

const hosts: Readonly<Record<string, HttpObject>> = {
  hosts: listOf({
    title: 'Hosts',
    path: '/devices/combined/devices/v1',
    docs: 'hosts',
    key: 'device_id',
    schema: schemas.Host,
    ...byToken('offset', 5000, 'next'),
    incremental: changedBy('modified_timestamp'),
  }),
  hidden_hosts: listOf({
    title: 'Hidden hosts',
    path: '/devices/combined/devices-hidden/v1',
    docs: 'hosts',
    key: 'device_id',
    schema: schemas.Host,
    ...byToken('offset', 5000, 'next'),
  }),
  /** Contained hosts can reach only the Falcon cloud. */
  host_containments: objectOf(
    { title: 'Network containment', docs: 'hosts', key: 'device_id' },
    {
      upsert: sets('/devices/entities/devices-actions/v2', 'contain', { 'ids[0]': '{device_id}' }),
      delete: sets(
        '/devices/entities/devices-actions/v2',
        'lift_containment',
        { 'ids[0]': '{device_id}' },
        { effect: 'reversible' },
      ),
    },
  ),
  host_tags: objectOf(
    { title: 'Falcon Grouping Tags', docs: 'hosts', key: ['device_id', 'tag'] },
    { upsert: hostTag('add'), delete: hostTag('remove') },
  ),
  host_groups: listOf(
    {
      title: 'Host groups',
      path: '/devices/combined/host-groups/v1',
      docs: 'host-group',
      schema: schemas.HostGroup,
      query: { sort: 'created_timestamp.asc' },
      pageSize: 500,
      incremental: changedBy('modified_timestamp'),
    },
    {
      create: hostGroup,
      update: hostGroup,
      upsert: hostGroup,
      delete: idempotent({ method: 'DELETE', path: '/devices/entities/host-groups/v1', query: { ids: '{id}' } }),
    },
  ),
  host_group_members: listMembers(),
  assets: listOf({
    title: 'Managed, unmanaged and unsupported assets',
    path: '/discover/combined/hosts/v1',
    docs: 'discover',
    schema: schemas.Asset,
    // A filter is required.
    query: { filter: filter("entity_type:*'*'") },
    ...byToken('after', 1000),
    incremental: changedBy('last_seen_timestamp'),
  }),
  applications: listOf({
    title: 'Applications',
    path: '/discover/combined/applications/v1',
    docs: 'discover',
    schema: schemas.Application,
    query: { filter: filter("name:*'*'") },
    ...byToken('after', 1000),
    incremental: changedBy('last_updated_timestamp'),
  }),
  vulnerabilities: listOf({
    title: 'Vulnerabilities',
    path: '/spotlight/combined/vulnerabilities/v1',
    docs: 'spotlight-vulnerabilities',
    schema: schemas.Vulnerability,
    query: {
      filter: filter("created_timestamp:>'2000-01-01T00:00:00Z'"),
      sort: 'updated_timestamp|asc',
      facet: 'cve',
    },
    ...byToken('after', 5000),
    incremental: changedBy('updated_timestamp'),
  }),
};

function hostTag(action: 'add' | 'remove'): HttpWrite {
  return idempotent({
    method: 'PATCH',
    path: '/devices/entities/devices/tags/v1',
    body: { action },
    bodyFields: { 'device_ids[0]': '{device_id}', 'tags[0]': '{tag}' },
  });
}

function listMembers(): HttpObject {
  const act = (action: string, effect = {}): HttpWrite =>
    sets(
      '/devices/entities/host-group-actions/v1',
      action,
      {
        'ids[0]': '{group_id}',
        'action_parameters[0].name': 'filter',
        'action_parameters[0].value': '(device_id:[{device_id|fql}])',
      },
      effect,
    );
  const groups = { path: '/devices/combined/host-groups/v1', query: { sort: 'created_timestamp.asc' }, pageSize: 500 };
  return listOf(
    {
      title: 'Host group members',
      docs: 'host-group',
      key: ['group_id', 'device_id'],
      schema: schemas.Host.extend({ group_id: schemas.Host.shape.device_id }),
      path: '/devices/combined/host-group-members/v1',
      query: { id: '{parent.id}' },
      pageSize: 5000,
      parents: { from: pagesOf(groups), key: 'id', copy: { group_id: 'id' } },
    },
    { upsert: act('add-hosts'), delete: act('remove-hosts', { effect: 'reversible' }) },
  );
}

/** Indicators have no key that the caller chooses; type and value identify them. */
const indicator = writesOne(
  '/iocs/entities/indicators/v1',
  'indicators',
  '/iocs/combined/indicator/v1',
  filter('type:{type|fql}+value:{value|fql}'),
  { adoptsConflict: true },
);

const policy = (title: string, name: string, docs: string, version = 'v1'): HttpObject =>
  listOf(
    {
      title,
      path: `/policy/combined/${name}/${version}`,
      docs,
      schema: schemas.Policy,
      query: { sort: 'created_timestamp.asc' },
      pageSize: 500,
      incremental: changedBy('modified_timestamp'),
    },
    { delete: idempotent({ method: 'DELETE', path: `/policy/entities/${name}/v1`, query: { ids: '{id}' } }) },
  );

const protection: Readonly<Record<string, HttpObject>> = {
  indicators: listOf(
    {
      title: 'Custom IOCs',
      path: '/iocs/combined/indicator/v1',
      docs: 'ioc',
      schema: schemas.Indicator,
      ...byToken('after', 2000),
      incremental: changedBy('modified_on'),
    },
    {
      create: indicator,
      update: indicator,
      upsert: indicator,
      delete: idempotent({ method: 'DELETE', path: '/iocs/entities/indicators/v1', query: { ids: '{id}' } }),
    },
  ),
  prevention_policies: policy('Prevention policies', 'prevention', 'prevention-policies'),
  response_policies: policy('Response policies', 'response', 'response-policies'),
  sensor_update_policies: policy('Sensor update policies', 'sensor-update', 'sensor-update-policies', 'v2'),
  firewall_policies: policy('Firewall policies', 'firewall', 'firewall-policies'),
  device_control_policies: policy('Device control policies', 'device-control', 'device-control-policies'),
  threat_actors: listOf({
    title: 'Adversaries',
    path: '/intel/combined/actors/v1',
    docs: 'intel',
    schema: schemas.Threat,
    query: { sort: 'created_date|asc' },
    pageSize: 1000,
  }),
  threat_reports: listOf({
    title: 'Intelligence reports',
    path: '/intel/combined/reports/v1',
    docs: 'intel',
    schema: schemas.Threat,
    query: { sort: 'created_date|asc' },
    pageSize: 1000,
  }),
  threat_indicators: listOf({
    title: 'Intelligence indicators',
    path: '/intel/combined/indicators/v1',
    docs: 'intel',
    schema: schemas.ThreatIndicator,
    query: { sort: '_marker.asc', include_deleted: 'true' },
    // Offsets end at 10,000; the marker increases with every change.
    paginate: {
      kind: 'keyset',
      parameter: 'filter',
      fields: ['_marker'],
      after: "_marker:>'{_marker}'",
      sizeParameter: 'limit',
      pageSize: 5000,
    },
  }),
};

export const objects: Readonly<Record<string, HttpObject>> = { ...alerts, ...hosts, ...people, ...protection };
