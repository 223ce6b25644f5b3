import type { Meaning, ObjectMeaning } from '../kit/meaning/meaning.ts';

const manual = 'https://documentation.wazuh.com/current/user-manual/api';
const reference = `${manual}/reference.html`;
const responses = `${manual}/requests-responses.html`;
const grouping = 'https://documentation.wazuh.com/current/user-manual/agent/agent-management/grouping-agents.html';
const source = 'https://github.com/wazuh/wazuh/blob/main/framework/wazuh';

/** Permissions are actions of the access control. */
const actions = (read: string, ...write: readonly string[]): Pick<ObjectMeaning, 'scopes'> => ({
  scopes: { read: [read], ...(write.length === 0 ? {} : { write }), page: `${manual}/rbac/reference.html#actions` },
});

const manage = ['security:create', 'security:update', 'security:delete'];

/** The manager keeps them in SQLite, which compares unique texts with regard to case. */
const named = (field: string): Pick<ObjectMeaning, 'identity'> => ({
  identity: { field, unique: true, ignoresCase: false, page: `${source}/rbac/orm.py` },
});

export const meaning: Meaning = {
  asOf: '2026-11-23',
  all: {
    changed: { none: 'The list takes no instant of change.', page: reference },
    listing: { leavesOut: [], paging: 'position', page: responses },
    deletes: { seen: 'absence', how: 'Deleted records are no longer listed.', page: reference },
    identity: { none: 'Ids are given by Wazuh.', page: reference },
    filter: { none: 'Values are parameters of their own.', page: reference },
    lag: { none: 'Lists are read from the database that is written.', page: `${source}/rbac/orm.py` },
    ceilings: { pageSize: 100_000, page: responses },
    login: {
      answers: [
        {
          status: 401,
          body: { title: 'Unauthorized', detail: 'The server could not verify that you are authorized.' },
          kind: 'auth_invalid',
        },
        {
          status: 403,
          body: { title: 'Permission Denied', detail: 'Permission denied: Resource type: *:*', error: 4000 },
          kind: 'permission',
        },
        { status: 429, kind: 'rate_limited' },
      ],
      page: responses,
    },
    errorsInside: {
      answers: [
        {
          status: 200,
          body: {
            data: {
              affected_items: [],
              total_affected_items: 0,
              total_failed_items: 1,
              failed_items: [{ error: { code: 1701, message: 'Agent does not exist' }, id: ['005'] }],
            },
            message: 'Some agents information was not returned',
            error: 1,
          },
          kind: 'not_found',
        },
        {
          status: 200,
          body: {
            data: {
              affected_items: [],
              total_affected_items: 0,
              total_failed_items: 1,
              failed_items: [
                { error: { code: 1707, message: 'Cannot send request, agent is not active' }, id: ['001'] },
              ],
            },
            message: 'Restart command was not sent to any agent',
            error: 1,
          },
          kind: 'validation',
        },
      ],
      page: responses,
    },
  },
  objects: {
    agents: actions('agent:read', 'agent:delete'),
    groups: {
      identity: { field: 'name', unique: true, ignoresCase: false, page: grouping },
      lag: { none: 'A group is a folder of the manager.', page: grouping },
      ...actions('group:read', 'group:create', 'group:delete'),
    },
    agent_groups: { scopes: { write: ['agent:modify_group'], page: `${manual}/rbac/reference.html#actions` } },
    cluster_nodes: actions('cluster:read'),
    users: { ...named('username'), ...actions('security:read', 'security:create_user', ...manage.slice(1)) },
    roles: { ...named('name'), ...actions('security:read', ...manage) },
    policies: { ...named('name'), ...actions('security:read', ...manage) },
    security_rules: { ...named('name'), ...actions('security:read', ...manage) },
    user_roles: { scopes: { write: manage, page: `${manual}/rbac/reference.html#actions` } },
    role_policies: { scopes: { write: manage, page: `${manual}/rbac/reference.html#actions` } },
  },
};
