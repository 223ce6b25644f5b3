import type { HttpObject } from '../kit/object-types.ts';
import { googleList } from '../kit/presets/google.ts';
import { restApi } from '../kit/rest.ts';
import { type Find, findOrCreate, idempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://cloud.google.com/dns/docs/reference/rest/v1/${page}/list`,
});

const project = '/projects/{config.project_id}';

/** Lists without a size of their own would be as long as the server decides. */
const listed = (recordsPath: string) => googleList({ recordsPath, pageSize: 100, sizeParameter: 'maxResults' });

/** How the one record of an address is found. The names of zones are in lower case only. */
const found = { recordsPath: '$', ignoresCase: 'undocumented', searchLagMs: 'undocumented' } as const;

/** Records that go by a name, which their creator chooses. */
function named(path: string, name: string, find: Partial<Find> = {}): HttpObject['operations'] {
  return {
    create: findOrCreate(`POST ${path}`, {
      find: { ...found, path: `${path}/{${name}}`, idPath: name, ...find },
      targetIdPath: name,
    }),
    update: idempotent(`PATCH ${path}/{${name}}`),
    delete: idempotent(`DELETE ${path}/{${name}}`),
  };
}

const zones = { path: `${project}/managedZones`, ...listed('managedZones') } as const;

/** What is read for each zone. */
const ofZones = { from: pagesOf(zones), key: 'name', copy: { managedZone: 'name' } } as const;

const policies = { path: `${project}/responsePolicies`, ...listed('responsePolicies') } as const;

const records = `${project}/managedZones/{managedZone}/rrsets`;
const rules = `${project}/responsePolicies/{responsePolicy}/rules`;

export const objects: Readonly<Record<string, HttpObject>> = {
  zones: listOf(
    { title: 'Zones', docs: 'managedZones', key: 'name', schema: schemas.Zone, find: true, ...zones },
    named(zones.path, 'name', { ignoresCase: false }),
  ),
  record_sets: listOf(
    {
      title: 'Record sets',
      path: `${project}/managedZones/{parent.name}/rrsets`,
      docs: 'resourceRecordSets',
      key: ['managedZone', 'name', 'type'],
      schema: schemas.RecordSet,
      parents: ofZones,
      ...listed('rrsets'),
    },
    {
      create: findOrCreate(`POST ${records}`, {
        find: { path: `${records}/{name}/{type}`, idPath: 'name', ...found },
        keepsKey: ['name', 'type'],
      }),
      update: idempotent(`PATCH ${records}/{name}/{type}`, { keepsKey: ['name', 'type'] }),
      delete: idempotent(`DELETE ${records}/{name}/{type}`),
    },
  ),
  dns_keys: listOf({
    title: 'DNSSEC keys',
    path: `${project}/managedZones/{parent.name}/dnsKeys`,
    docs: 'dnsKeys',
    key: ['managedZone', 'id'],
    schema: schemas.DnsKey,
    parents: ofZones,
    ...listed('dnsKeys'),
  }),
  changes: listOf({
    title: 'Changes of zones',
    path: `${project}/managedZones/{parent.name}/changes`,
    docs: 'changes',
    key: ['managedZone', 'id'],
    schema: schemas.Change,
    parents: ofZones,
    ...listed('changes'),
  }),
  policies: listOf(
    {
      title: 'Policies of servers',
      path: `${project}/policies`,
      docs: 'policies',
      key: 'name',
      schema: schemas.Policy,
      find: true,
      ...listed('policies'),
    },
    named(`${project}/policies`, 'name'),
  ),
  response_policies: listOf(
    {
      title: 'Response policies',
      docs: 'responsePolicies',
      key: 'responsePolicyName',
      schema: schemas.ResponsePolicy,
      find: true,
      ...policies,
    },
    named(policies.path, 'responsePolicyName'),
  ),
  response_policy_rules: listOf(
    {
      title: 'Rules of response policies',
      path: `${project}/responsePolicies/{parent.responsePolicyName}/rules`,
      docs: 'responsePolicyRules',
      key: ['responsePolicy', 'ruleName'],
      schema: schemas.Rule,
      parents: {
        from: pagesOf(policies),
        key: 'responsePolicyName',
        copy: { responsePolicy: 'responsePolicyName' },
      },
      ...listed('responsePolicyRules'),
    },
    {
      create: findOrCreate(`POST ${rules}`, {
        find: { path: `${rules}/{ruleName}`, idPath: 'ruleName', ...found },
        targetIdPath: 'ruleName',
        keepsKey: ['ruleName'],
      }),
      update: idempotent(`PATCH ${rules}/{ruleName}`),
      delete: idempotent(`DELETE ${rules}/{ruleName}`),
    },
  ),
};
