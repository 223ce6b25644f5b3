import { finds } from '../kit/http/complete-operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, objectOf, pagesOf } = restApi({
  docs: (page) => `https://portal.victorops.com/public/api-docs.html#!/${page}`,
});

const v1 = '/api-public/v1';

/** A user by name, unless the request creates one. */
const user = findOrCreate(`POST ${v1}/user`, {
  find: { path: `${v1}/user/{username}`, recordsPath: '$', idPath: 'username', adoptsConflict: true },
  update: { method: 'PUT', path: `${v1}/user/{$target_id}` },
  targetIdPath: 'username',
  keepsKey: ['username'],
});

/** Who answers an incident is named beside the incidents. */
const answer = (verb: 'ack' | 'resolve') =>
  idempotent({
    method: 'PATCH',
    path: `${v1}/incidents/${verb}`,
    bodyFields: { userName: '{userName}', 'incidentNames[0]': '{incidentNumber}', message: '{message}' },
  });

export const objects: Readonly<Record<string, HttpObject>> = {
  users: listOf(
    {
      title: 'Users',
      path: '/api-public/v2/user',
      docs: 'Users',
      key: 'username',
      recordsPath: 'users',
      schema: schemas.User,
      find: `${v1}/user/{value}`,
    },
    {
      create: user,
      upsert: user,
      update: user,
      // What the user is on call for goes to the replacement.
      delete: idempotent({
        method: 'DELETE',
        path: `${v1}/user/{username}`,
        bodyFields: { replacement: '{replacement}' },
      }),
    },
  ),
  teams: listOf(
    { title: 'Teams', path: `${v1}/team`, docs: 'Teams', key: 'slug', schema: schemas.Team, find: true },
    {
      create: nonIdempotent(`POST ${v1}/team`, { targetIdPath: 'slug' }),
      update: idempotent(`PUT ${v1}/team/{slug}`),
      delete: idempotent(`DELETE ${v1}/team/{slug}`, { body: 'none' }),
    },
  ),
  team_members: listOf(
    {
      title: 'Members of teams',
      path: `${v1}/team/{parent.slug}/members`,
      docs: 'Teams',
      key: ['team', 'username'],
      recordsPath: 'members',
      schema: schemas.TeamMember,
      parents: { from: pagesOf({ path: `${v1}/team` }), key: 'slug', copy: { team: 'slug' } },
    },
    {
      upsert: idempotent({
        method: 'POST',
        path: `${v1}/team/{team}/members`,
        bodyFields: { username: '{username}' },
      }),
      delete: idempotent(
        {
          method: 'DELETE',
          path: `${v1}/team/{team}/members/{username}`,
          bodyFields: { replacement: '{replacement}' },
        },
        { effect: 'reversible' },
      ),
    },
  ),
  incidents: listOf(
    {
      title: 'Current incidents',
      path: `${v1}/incidents`,
      docs: 'Incidents',
      key: 'incidentNumber',
      recordsPath: 'incidents',
      schema: schemas.Incident,
    },
    { create: nonIdempotent(`POST ${v1}/incidents`, { targetIdPath: 'incidentNumber' }) },
  ),
  incident_history: listOf({
    title: 'History of incidents',
    path: '/api-reporting/v2/incidents',
    // Only resolved ones are listed, unless all phases are named.
    query: { currentPhase: 'resolved,acknowledged,triggered' },
    docs: 'Reporting',
    key: 'incidentNumber',
    recordsPath: 'incidents',
    schema: schemas.Incident,
    // 100 at most.
    paginate: { kind: 'offset', parameter: 'offset', sizeParameter: 'limit', pageSize: 100 },
    incremental: { kind: 'server_filter', parameter: 'startedAfter', format: 'iso_s' },
  }),
  incident_acknowledgements: objectOf(
    { title: 'Acknowledgements of incidents', docs: 'Incidents', key: 'incidentNumber' },
    { update: answer('ack') },
  ),
  incident_resolutions: objectOf(
    { title: 'Resolutions of incidents', docs: 'Incidents', key: 'incidentNumber' },
    { update: answer('resolve') },
  ),
  escalation_policies: listOf({
    title: 'Escalation policies',
    path: `${v1}/policies`,
    docs: 'Escalation32Policies',
    key: 'policy.slug',
    recordsPath: 'policies',
    schema: schemas.EscalationPolicy,
  }),
  routing_keys: listOf({
    title: 'Routing keys',
    path: `${v1}/org/routing-keys`,
    docs: 'Routing32keys',
    key: 'routingKey',
    recordsPath: 'routingKeys',
    schema: schemas.RoutingKey,
  }),
  on_call: listOf({
    title: 'Who is on call now, by team',
    path: `${v1}/oncall/current`,
    docs: 'On45call',
    key: 'team.slug',
    recordsPath: 'teamsOnCall',
    schema: schemas.OnCall,
  }),
  overrides: listOf(
    {
      title: 'Scheduled overrides',
      path: `${v1}/overrides`,
      docs: 'Scheduled32Overrides',
      key: 'publicId',
      recordsPath: 'overrides',
      schema: schemas.Override,
    },
    {
      find: finds({
        request: { method: 'GET', path: `${v1}/overrides/{value}` },
        format: { kind: 'json', recordsPath: 'override' },
        notFoundIsAbsent: true,
      }),
      create: nonIdempotent(`POST ${v1}/overrides`, { targetIdPath: 'schedule.publicId' }),
      delete: idempotent(`DELETE ${v1}/overrides/{publicId}`, { body: 'none' }),
    },
  ),
  maintenance_modes: listOf(
    {
      title: 'Maintenance modes that are active',
      path: `${v1}/maintenancemode`,
      docs: 'Maintenance32Mode',
      key: 'instanceId',
      recordsPath: 'activeInstances',
      schema: schemas.MaintenanceMode,
    },
    {
      create: nonIdempotent(`POST ${v1}/maintenancemode/start`),
      delete: idempotent(
        { method: 'PUT', path: `${v1}/maintenancemode/{instanceId}/end` },
        { body: 'none', effect: 'reversible' },
      ),
    },
  ),
};
