/** Ids of the connections of the flow. */
export interface Ends {
  hr: string;
  directory: string;
  scim: string;
  desk: string;
  mail: string;
}

/** The flow of people who join, move and leave, over five systems. @param people Where entries of the directory are. */
export function joinersFlow(ends: Ends, people: string): object {
  const entry = { connection_id: ends.directory, object: 'inetOrgPerson', options: { base_dn: people } };
  const user = { connection_id: ends.scim, object: 'users' };
  const member = { connection_id: ends.scim, object: 'group_memberships', operation: 'upsert' };
  return {
    name: 'Joiners, movers, leavers',
    source: {
      connection_id: ends.hr,
      object: 'employees',
      key: ['login'],
      watch: ['name', 'department'],
      changes: ['created', 'updated', 'deleted'],
      guard: { max_deletes: 25 },
    },
    steps: [
      {
        id: 'kind',
        condition: [
          {
            when: "change == 'created'",
            steps: [
              { id: 'ok', wait: { for: 'approval', message: "'Account for ' + record.name + '?'", timeout: '3d' } },
              {
                id: 'set_up',
                scope: [
                  {
                    id: 'entry',
                    action: {
                      ...entry,
                      operation: 'upsert',
                      match_on: ['uid'],
                      mapping: [
                        { to: 'uid', from: 'record.login', required: true },
                        { to: 'cn', from: 'record.name', required: true },
                        { to: 'sn', from: 'record.name', required: true },
                        { to: 'departmentNumber', from: 'record.department' },
                      ],
                    },
                    undo: {
                      action: {
                        ...entry,
                        operation: 'delete',
                        match_on: ['uid'],
                        mapping: [{ to: 'uid', from: 'record.login' }],
                      },
                    },
                  },
                  {
                    id: 'account',
                    action: {
                      ...user,
                      operation: 'upsert',
                      match_on: ['userName'],
                      mapping: [
                        { to: 'userName', from: 'record.login', required: true },
                        { to: 'displayName', from: 'record.name' },
                        { to: 'active', value: true },
                      ],
                    },
                    undo: { action: { ...user, operation: 'delete', target_id: 'steps.account.id' } },
                  },
                  {
                    id: 'groups',
                    for_each: 'record.groups',
                    as: 'group',
                    key: 'group',
                    steps: [
                      {
                        id: 'member',
                        action: {
                          ...member,
                          match_on: ['group_id', 'value'],
                          mapping: [
                            { to: 'group_id', from: 'group' },
                            { to: 'value', from: 'steps.account.id' },
                          ],
                        },
                      },
                    ],
                  },
                  {
                    id: 'laptop',
                    action: {
                      connection_id: ends.desk,
                      object: 'tickets',
                      operation: 'create',
                      options: { path: '/tickets', idempotency: { kind: 'header' }, target_id_path: 'id' },
                      mapping: [{ to: 'subject', formula: "'Laptop for ' + record.login" }],
                    },
                  },
                ],
                on_error: 'undo',
              },
              {
                id: 'mail',
                action: {
                  connection_id: ends.mail,
                  object: 'outgoing',
                  operation: 'create',
                  delivery: 'at_most_once',
                  mapping: [
                    { to: 'to', formula: "record.login + '@a.example'" },
                    { to: 'subject', value: 'Welcome' },
                    { to: 'text', formula: "'Your ticket is ' + steps.laptop.id" },
                  ],
                },
              },
            ],
          },
          {
            when: "change == 'updated'",
            steps: [
              {
                id: 'moved',
                action: {
                  ...entry,
                  operation: 'update',
                  match_on: ['uid'],
                  mapping: [
                    { to: 'uid', from: 'record.login' },
                    { to: 'departmentNumber', from: 'record.department' },
                  ],
                },
              },
            ],
          },
        ],
        else: [
          {
            id: 'disable',
            when: 'known.account.id != null',
            action: {
              ...user,
              operation: 'update',
              target_id: 'known.account.id',
              mapping: [{ to: 'active', value: false }],
            },
          },
          {
            id: 'gone',
            action: {
              ...entry,
              operation: 'delete',
              match_on: ['uid'],
              mapping: [{ to: 'uid', from: 'record.login' }],
            },
          },
        ],
      },
    ],
  };
}
