import type { GivenPages, HttpWrite } from '../kit/http/operations.ts';
import type { HttpObject } from '../kit/object-types.ts';
import { restApi } from '../kit/rest.ts';
import { findOrCreate, idempotent } from '../kit/rest-writes.ts';
import * as schemas from './schema.ts';

/** 500 records are recommended. @see https://documentation.wazuh.com/current/user-manual/api/requests-responses.html */
const paginate: GivenPages['paginate'] = {
  kind: 'offset',
  parameter: 'offset',
  sizeParameter: 'limit',
  pageSize: 500,
  totalPath: 'data.total_affected_items',
};

const { listOf, objectOf } = restApi({
  docs: (page) => `https://documentation.wazuh.com/current/user-manual/api/reference.html#tag/${page}`,
  records: { recordsPath: 'data.affected_items' },
  paginate,
});

/** Writes of an object that is found by its name, in the list of all. */
function writesNamed(
  path: string,
  ids: string,
  name = 'name',
): Record<'create' | 'update' | 'upsert' | 'delete', HttpWrite> {
  const write = findOrCreate(`POST ${path}`, {
    find: { path, query: { sort: 'id' }, recordsPath: 'data.affected_items', idPath: 'id', paginate },
    update: `PUT ${path}/{$target_id}`,
    targetIdPath: 'data.affected_items[0].id',
  });
  // The name that a user is found by is not changed.
  const update = name === 'username' ? idempotent(`PUT ${path}/{id}`, { schema: schemas.UserUpdate }) : write;
  return {
    create: write,
    update,
    upsert: write,
    delete: idempotent({ method: 'DELETE', path, query: { [ids]: '{id}' } }),
  };
}

/** A list in the order of its ids. */
const sorted = { sort: 'id' };

/** A relation between two objects, which is made and removed by their ids. */
function relation(path: string, parameter: string): HttpObject['operations'] {
  const query = { [parameter]: `{${parameter.replace(/s$/, '')}}` };
  return {
    upsert: idempotent(
      { method: 'POST', path, query },
      { body: 'none', already: { status: 200, bodyIncludes: ['already exist'] } },
    ),
    delete: idempotent({ method: 'DELETE', path, query }, { effect: 'reversible' }),
  };
}

export const objects: Readonly<Record<string, HttpObject>> = {
  agents: listOf(
    { title: 'Agents', path: '/agents', docs: 'Agents', query: sorted, schema: schemas.Agent },
    {
      // By default, only agents are deleted that were not seen for a week.
      delete: idempotent(
        {
          method: 'DELETE',
          path: '/agents',
          query: { agents_list: '{id}', status: 'all', older_than: '0s' },
        },
        { schema: schemas.AgentId },
      ),
    },
  ),
  groups: listOf(
    { title: 'Groups', path: '/groups', docs: 'Groups', key: 'name', query: { sort: 'name' }, schema: schemas.Group },
    {
      create: findOrCreate(
        { method: 'POST', path: '/groups', bodyFields: { group_id: '{name}' } },
        {
          find: {
            path: '/groups',
            query: { sort: 'name' },
            recordsPath: 'data.affected_items',
            idPath: 'name',
            paginate,
          },
          schema: schemas.NewGroup,
        },
      ),
      delete: idempotent({ method: 'DELETE', path: '/groups', query: { groups_list: '{name}' } }),
    },
  ),
  agent_groups: objectOf(
    { title: 'Groups of agents', docs: 'Agents', key: ['agent_id', 'group_id'] },
    {
      upsert: idempotent('PUT /agents/{agent_id}/group/{group_id}', {
        body: 'none',
        // @see https://github.com/wazuh/wazuh/blob/main/framework/wazuh/core/exception.py (1751)
        already: { bodyIncludes: ['already belongs to specified group'] },
      }),
      delete: idempotent('DELETE /agents/{agent_id}/group/{group_id}', { effect: 'reversible' }),
    },
  ),
  cluster_nodes: listOf({
    title: 'Nodes of the cluster',
    path: '/cluster/nodes',
    docs: 'Cluster',
    key: 'name',
    query: { sort: 'name' },
    schema: schemas.ClusterNode,
  }),
  users: listOf(
    { title: 'Users of the API', path: '/security/users', docs: 'Security', query: sorted, schema: schemas.User },
    writesNamed('/security/users', 'user_ids', 'username'),
  ),
  roles: listOf(
    { title: 'Roles', path: '/security/roles', docs: 'Security', query: sorted, schema: schemas.Role },
    writesNamed('/security/roles', 'role_ids'),
  ),
  policies: listOf(
    { title: 'Policies', path: '/security/policies', docs: 'Security', query: sorted, schema: schemas.Policy },
    writesNamed('/security/policies', 'policy_ids'),
  ),
  security_rules: listOf(
    { title: 'Security rules', path: '/security/rules', docs: 'Security', query: sorted, schema: schemas.SecurityRule },
    writesNamed('/security/rules', 'rule_ids'),
  ),
  user_roles: objectOf(
    { title: 'Roles of users', docs: 'Security', key: ['user_id', 'role_id'] },
    relation('/security/users/{user_id}/roles', 'role_ids'),
  ),
  role_policies: objectOf(
    { title: 'Policies of roles', docs: 'Security', key: ['role_id', 'policy_id'] },
    relation('/security/roles/{role_id}/policies', 'policy_ids'),
  ),
};
