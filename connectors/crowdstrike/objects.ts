import { type HttpObject, reads, writes } from '../kit/define.ts';
import type { HttpWrite } from '../kit/http/operations.ts';
import { people } from './people.ts';
import * as schemas from './schema.ts';
import { byAddress, byOffset, byToken, changedBy, docs, listed, sets, unguarded } from './shapes.ts';

/** Sets one thing of an alert. @see https://developer.crowdstrike.com/api-reference/collections/alerts/ */
const alertAction = (name: string, value: string, idempotency: HttpWrite['idempotency']): HttpWrite =>
  writes({
    request: {
      method: 'PATCH',
      path: '/alerts/entities/alerts/v3',
      bodyFields: {
        'composite_ids[0]': '{composite_id}',
        'action_parameters[0].name': name,
        'action_parameters[0].value': value,
      },
    },
    idempotency,
  });

const byKey = { kind: 'put_by_key' } as const;

const alerts: Readonly<Record<string, HttpObject>> = {
  alerts: {
    title: 'Alerts',
    key: ['composite_id'],
    schema: schemas.Alert,
    docsUrl: `${docs}/alerts/`,
    operations: {
      list: reads({
        kind: 'pages',
        request: {
          method: 'POST',
          path: '/alerts/combined/alerts/v1',
          body: { sort: 'created_timestamp|asc' },
        },
        format: { kind: 'json', recordsPath: 'resources', optional: true },
        paginate: {
          kind: 'cursor',
          in: 'body',
          parameter: 'after',
          path: 'meta.pagination.after',
          sizeParameter: 'limit',
          pageSize: 1000,
        },
        incremental: changedBy('updated_timestamp', 'body'),
      }),
      update: alertAction('update_status', '{status}', byKey),
    },
  },
  alert_assignments: {
    title: 'People whom alerts are assigned to',
    key: ['composite_id'],
    docsUrl: `${docs}/alerts/`,
    operations: { update: alertAction('assign_to_uuid', '{assigned_to_uuid}', byKey) },
  },
  alert_tags: {
    title: 'Tags of alerts',
    key: ['composite_id', 'tag'],
    docsUrl: `${docs}/alerts/`,
    operations: {
      upsert: alertAction('add_tag', '{tag}', byKey),
      delete: alertAction('remove_tag', '{tag}', byKey),
    },
  },
  alert_comments: {
    title: 'Comments on alerts',
    key: ['composite_id'],
    docsUrl: `${docs}/alerts/`,
    operations: { create: alertAction('append_comment', '{comment}', unguarded) },
  },
  crowd_scores: listed({
    title: 'CrowdScores, the measure of what threatens the environment',
    path: '/incidents/combined/crowdscores/v1',
    collection: 'incidents',
    schema: schemas.CrowdScore,
    query: { sort: 'timestamp.asc' },
    paginate: byOffset(2500),
    incremental: changedBy('timestamp'),
  }),
  event_streams: listed({
    title: 'Streams of events',
    path: '/sensors/entities/datafeed/v2',
    collection: 'event-streams',
    key: 'dataFeedURL',
    schema: schemas.Stream,
    query: { appId: 'integrationhub', format: 'json' },
  }),
};

const hosts: Readonly<Record<string, HttpObject>> = {
  hosts: listed({
    title: 'Hosts',
    path: '/devices/combined/devices/v1',
    collection: 'hosts',
    key: 'device_id',
    schema: schemas.Host,
    paginate: byToken('offset', 5000, 'next'),
    incremental: changedBy('modified_timestamp'),
  }),
  hidden_hosts: listed({
    title: 'Hosts that were hidden',
    path: '/devices/combined/devices-hidden/v1',
    collection: 'hosts',
    key: 'device_id',
    schema: schemas.Host,
    paginate: byToken('offset', 5000, 'next'),
  }),
  /** Contained hosts reach the Falcon cloud only. */
  host_containments: {
    title: 'Containment of hosts in the network',
    key: ['device_id'],
    docsUrl: `${docs}/hosts/`,
    operations: {
      upsert: sets('/devices/entities/devices-actions/v2', 'contain', { 'ids[0]': '{device_id}' }),
      delete: {
        ...sets('/devices/entities/devices-actions/v2', 'lift_containment', { 'ids[0]': '{device_id}' }),
        effect: 'reversible',
      },
    },
  },
  host_tags: {
    title: 'Grouping tags of hosts',
    key: ['device_id', 'tag'],
    docsUrl: `${docs}/hosts/`,
    operations: { upsert: hostTag('add'), delete: hostTag('remove') },
  },
  host_groups: listed(
    {
      title: 'Groups of hosts',
      path: '/devices/combined/host-groups/v1',
      collection: 'host-group',
      schema: schemas.HostGroup,
      query: { sort: 'created_timestamp.asc' },
      paginate: byOffset(500),
      incremental: changedBy('modified_timestamp'),
    },
    {
      create: hostGroup(),
      update: hostGroup(),
      upsert: hostGroup(),
      delete: byAddress({ method: 'DELETE', path: '/devices/entities/host-groups/v1', query: { ids: '{id}' } }),
    },
  ),
  host_group_members: listedMembers(),
  assets: listed({
    title: 'Managed, unmanaged and unsupported assets',
    path: '/discover/combined/hosts/v1',
    collection: 'discover',
    schema: schemas.Asset,
    // A filter is asked for.
    query: { filter: "entity_type:*'*'" },
    paginate: byToken('after', 1000),
    incremental: changedBy('last_seen_timestamp'),
  }),
  applications: listed({
    title: 'Applications of assets',
    path: '/discover/combined/applications/v1',
    collection: 'discover',
    schema: schemas.Application,
    query: { filter: "name:*'*'" },
    paginate: byToken('after', 1000),
    incremental: changedBy('last_updated_timestamp'),
  }),
  vulnerabilities: listed({
    title: 'Vulnerabilities of hosts',
    path: '/spotlight/combined/vulnerabilities/v1',
    collection: 'spotlight-vulnerabilities',
    schema: schemas.Vulnerability,
    query: {
      filter: "created_timestamp:>'2000-01-01T00:00:00Z'",
      sort: 'updated_timestamp|asc',
      facet: 'cve',
    },
    paginate: byToken('after', 5000),
    incremental: changedBy('updated_timestamp'),
  }),
};

function hostTag(action: 'add' | 'remove'): HttpWrite {
  return byAddress({
    method: 'PATCH',
    path: '/devices/entities/devices/tags/v1',
    body: { action },
    bodyFields: { 'device_ids[0]': '{device_id}', 'tags[0]': '{tag}' },
  });
}

function hostGroup(): HttpWrite {
  const path = '/devices/entities/host-groups/v1';
  return writes({
    request: { method: 'POST', path, bodyFields: { 'resources[0]': '{$record}' } },
    update: { method: 'PATCH', path, bodyFields: { 'resources[0]': '{$record}', 'resources[0].id': '{$target_id}' } },
    idempotency: {
      kind: 'find',
      request: { method: 'GET', path: '/devices/combined/host-groups/v1', query: { filter: "name:'{name}'" } },
      recordsPath: 'resources',
      idPath: 'id',
      searchLagMs: 30_000,
    },
    targetIdPath: 'resources[0].id',
  });
}

function listedMembers(): HttpObject {
  const act = (action: string): HttpWrite =>
    sets('/devices/entities/host-group-actions/v1', action, {
      'ids[0]': '{group_id}',
      'action_parameters[0].name': 'filter',
      'action_parameters[0].value': "(device_id:['{device_id}'])",
    });
  return {
    title: 'Members of groups of hosts',
    key: ['group_id', 'device_id'],
    schema: schemas.Host.extend({ group_id: schemas.Host.shape.device_id }),
    docsUrl: `${docs}/host-group/`,
    operations: {
      list: reads({
        kind: 'pages',
        request: { method: 'GET', path: '/devices/combined/host-group-members/v1', query: { id: '{parent.id}' } },
        format: { kind: 'json', recordsPath: 'resources', optional: true },
        paginate: byOffset(5000),
        parents: {
          from: {
            kind: 'pages',
            request: {
              method: 'GET',
              path: '/devices/combined/host-groups/v1',
              query: { sort: 'created_timestamp.asc' },
            },
            format: { kind: 'json', recordsPath: 'resources', optional: true },
            paginate: byOffset(500),
          },
          key: 'id',
          copy: { group_id: 'id' },
        },
      }),
      upsert: act('add-hosts'),
      delete: { ...act('remove-hosts'), effect: 'reversible' },
    },
  };
}

/** Indicators have no key of the caller's: type and value tell them apart. */
function indicator(): HttpWrite {
  const path = '/iocs/entities/indicators/v1';
  return writes({
    request: { method: 'POST', path, bodyFields: { 'indicators[0]': '{$record}' } },
    update: { method: 'PATCH', path, bodyFields: { 'indicators[0]': '{$record}', 'indicators[0].id': '{$target_id}' } },
    idempotency: {
      kind: 'find',
      request: {
        method: 'GET',
        path: '/iocs/combined/indicator/v1',
        query: { filter: "type:'{type}'+value:'{value}'" },
      },
      recordsPath: 'resources',
      idPath: 'id',
      searchLagMs: 30_000,
      adoptsConflict: true,
    },
    targetIdPath: 'resources[0].id',
  });
}

const policy = (title: string, name: string, collection: string, version = 'v1'): HttpObject =>
  listed(
    {
      title,
      path: `/policy/combined/${name}/${version}`,
      collection,
      schema: schemas.Policy,
      query: { sort: 'created_timestamp.asc' },
      paginate: byOffset(500),
      incremental: changedBy('modified_timestamp'),
    },
    { delete: byAddress({ method: 'DELETE', path: `/policy/entities/${name}/v1`, query: { ids: '{id}' } }) },
  );

const protection: Readonly<Record<string, HttpObject>> = {
  indicators: listed(
    {
      title: 'Custom indicators',
      path: '/iocs/combined/indicator/v1',
      collection: 'ioc',
      schema: schemas.Indicator,
      paginate: byToken('after', 2000),
      incremental: changedBy('modified_on'),
    },
    {
      create: indicator(),
      update: indicator(),
      upsert: indicator(),
      delete: byAddress({ method: 'DELETE', path: '/iocs/entities/indicators/v1', query: { ids: '{id}' } }),
    },
  ),
  prevention_policies: policy('Prevention policies', 'prevention', 'prevention-policies'),
  response_policies: policy('Policies of real-time response', 'response', 'response-policies'),
  sensor_update_policies: policy('Policies of sensor updates', 'sensor-update', 'sensor-update-policies', 'v2'),
  firewall_policies: policy('Firewall policies', 'firewall', 'firewall-policies'),
  device_control_policies: policy('Policies of device control', 'device-control', 'device-control-policies'),
  threat_actors: listed({
    title: 'Adversaries',
    path: '/intel/combined/actors/v1',
    collection: 'intel',
    schema: schemas.Threat,
    query: { sort: 'created_date|asc' },
    paginate: byOffset(1000),
  }),
  threat_reports: listed({
    title: 'Reports on threats',
    path: '/intel/combined/reports/v1',
    collection: 'intel',
    schema: schemas.Threat,
    query: { sort: 'created_date|asc' },
    paginate: byOffset(1000),
  }),
  threat_indicators: listed({
    title: 'Indicators of threats',
    path: '/intel/combined/indicators/v1',
    collection: 'intel',
    schema: schemas.ThreatIndicator,
    query: { sort: '_marker.asc', include_deleted: 'true' },
    // Positions end at 10 000; the marker grows with every change.
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
