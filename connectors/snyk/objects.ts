import type { GivenRequest } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { jsonApi } from '../kit/presets/json-api.ts';
import { type ListedObject, restApi } from '../kit/rest.ts';
import { idempotent, nonIdempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/**
 * Each request says which version of its endpoint it means, by a date; the newest one that is not later answers.
 *
 * @see https://docs.snyk.io/developer-tools/snyk-api/rest-api/about-the-rest-api
 */
const query = { version: '2024-10-15' };
/** Policies are of this version and later ones. */
const policies = { version: '2026-03-25' };
/** Groups are listed by a beta version only. */
const groups = { version: '2023-01-30~beta' };

// 100 at most; the address of the next page begins with /rest, as its own does. @see https://docs.snyk.io/developer-tools/snyk-api/rest-api/about-the-rest-api
const paged = jsonApi({ pageSize: 100, sizeParameter: 'limit' });

const { listOf, pagesOf } = restApi({
  docs: (page) => `https://docs.snyk.io/developer-tools/snyk-api/reference/${page}`,
});

type Facts = Pick<ListedObject, 'title' | 'docs' | 'schema'> & Partial<ListedObject>;

/** A list that each organization has. Its records are sent with the organization's id. */
const ofOrgs = (name: string, facts: Facts, operations?: HttpObject['operations']): HttpObject =>
  listOf(
    {
      path: `/orgs/{parent.id}/${name}`,
      query,
      key: ['org_id', 'id'],
      parents: { from: pagesOf({ path: '/orgs', query, ...paged }), key: 'id', copy: { org_id: 'id' } },
      ...paged,
      ...facts,
    },
    operations,
  );

/** Bodies are of a type of their own. @see https://docs.snyk.io/developer-tools/snyk-api/rest-api/about-the-rest-api */
const send = (
  method: GivenRequest['method'],
  path: string,
  data: Record<string, string>,
  body?: GivenRequest['body'],
): GivenRequest => ({
  method,
  path,
  query,
  headers: { 'content-type': 'application/vnd.api+json' },
  ...(body === undefined ? {} : { body }),
  bodyFields: Object.fromEntries(Object.entries(data).map(([name, value]) => [`data.${name}`, value])),
});

const created = { targetIdPath: 'data.id' };
const remove = (path: string, version = query) =>
  idempotent({ method: 'DELETE', path, query: version }, { body: 'none' });

const membership = '/orgs/{org_id}/memberships/{id}';
const collection = '/orgs/{org_id}/collections/{id}';
const policy = '/orgs/{org_id}/policies/{id}';
const policyFields = {
  'attributes.name': '{name}',
  'attributes.action': '{action}',
  'attributes.conditions_group': '{conditions_group}',
};

export const objects: Readonly<Record<string, HttpObject>> = {
  groups: listOf({
    title: 'Groups',
    path: '/groups',
    docs: 'groups',
    schema: schemas.Group,
    query: groups,
    ...paged,
  }),
  group_memberships: listOf(
    {
      title: 'Group memberships',
      path: '/groups/{parent.id}/memberships',
      docs: 'groups',
      schema: schemas.GroupMembership,
      query,
      key: ['group_id', 'id'],
      parents: { from: pagesOf({ path: '/groups', query: groups, ...paged }), key: 'id', copy: { group_id: 'id' } },
      ...paged,
    },
    { delete: remove('/groups/{group_id}/memberships/{id}') },
  ),
  organizations: listOf(
    { title: 'Organizations', path: '/orgs', docs: 'orgs', schema: schemas.Organization, query, ...paged },
    {
      update: idempotent(send('PATCH', '/orgs/{id}', { id: '{id}', type: 'org', 'attributes.name': '{name}' })),
    },
  ),
  memberships: ofOrgs(
    'memberships',
    { title: 'Organization memberships', docs: 'orgs', schema: schemas.Membership },
    {
      create: nonIdempotent(
        send('POST', '/orgs/{org_id}/memberships', {
          type: 'org_membership',
          'relationships.org.data.id': '{org_id}',
          'relationships.org.data.type': 'org',
          'relationships.role.data.id': '{role_id}',
          'relationships.role.data.type': 'org_role',
          'relationships.user.data.id': '{user_id}',
          'relationships.user.data.type': 'user',
        }),
        created,
      ),
      update: idempotent(
        send('PATCH', membership, {
          id: '{id}',
          type: 'org_membership',
          'relationships.role.data.id': '{role_id}',
          'relationships.role.data.type': 'org_role',
        }),
      ),
      delete: remove(membership),
    },
  ),
  invitations: ofOrgs(
    'invites',
    { title: 'Invitations', docs: 'invites', schema: schemas.Invitation },
    {
      create: nonIdempotent(
        send('POST', '/orgs/{org_id}/invites', {
          type: 'org_invitation',
          'attributes.email': '{email}',
          'attributes.role': '{role}',
        }),
        created,
      ),
      delete: remove('/orgs/{org_id}/invites/{id}'),
    },
  ),
  service_accounts: ofOrgs(
    'service_accounts',
    { title: 'Service accounts', docs: 'serviceaccounts', schema: schemas.ServiceAccount },
    { delete: remove('/orgs/{org_id}/service_accounts/{id}') },
  ),
  targets: ofOrgs(
    'targets',
    {
      title: 'Targets',
      docs: 'targets',
      schema: schemas.Target,
      // Without it, targets without projects are left out.
      query: { ...query, exclude_empty: 'false' },
    },
    { delete: remove('/orgs/{org_id}/targets/{id}') },
  ),
  projects: ofOrgs(
    'projects',
    { title: 'Projects', docs: 'projects', schema: schemas.Project },
    {
      update: idempotent(
        send(
          'PATCH',
          '/orgs/{org_id}/projects/{id}',
          {
            id: '{id}',
            type: 'project',
            'attributes.business_criticality': '{business_criticality}',
            'attributes.environment': '{environment}',
            'attributes.lifecycle': '{lifecycle}',
            'attributes.tags': '{tags}',
            'attributes.test_frequency': '{test_frequency}',
          },
          { data: { attributes: {}, relationships: {} } },
        ),
      ),
      delete: remove('/orgs/{org_id}/projects/{id}'),
    },
  ),
  issues: ofOrgs('issues', {
    title: 'Issues',
    docs: 'issues',
    schema: schemas.Issue,
    incremental: { kind: 'server_filter', parameter: 'updated_after' },
  }),
  collections: ofOrgs(
    'collections',
    { title: 'Collections', docs: 'collection', schema: schemas.Collection },
    {
      create: nonIdempotent(
        send('POST', '/orgs/{org_id}/collections', { type: 'resource', 'attributes.name': '{name}' }),
        created,
      ),
      update: idempotent(send('PATCH', collection, { id: '{id}', type: 'resource', 'attributes.name': '{name}' })),
      delete: remove(collection),
    },
  ),
  policies: ofOrgs(
    'policies',
    { title: 'Policies', docs: 'policies', schema: schemas.Policy, query: policies },
    {
      create: nonIdempotent(
        {
          ...send('POST', '/orgs/{org_id}/policies', {
            type: 'policy',
            ...policyFields,
            'attributes.action_type': '{action_type}',
          }),
          query: policies,
        },
        created,
      ),
      update: idempotent({
        ...send(
          'PATCH',
          policy,
          { id: '{id}', type: 'policy', ...policyFields, 'attributes.review': '{review}' },
          { data: { attributes: {} } },
        ),
        query: policies,
      }),
      delete: remove(policy, policies),
    },
  ),
  container_images: ofOrgs('container_images', {
    title: 'Container images',
    docs: 'containerimage',
    schema: schemas.ContainerImage,
  }),
};
