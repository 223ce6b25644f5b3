import { z } from 'zod';
import { createAccount, createAccountInput } from '../../services/accounts/create-account.ts';
import { deleteAccount } from '../../services/accounts/delete-account.ts';
import { getAccount } from '../../services/accounts/get-account.ts';
import { listAccounts, listAccountsInput } from '../../services/accounts/list-accounts.ts';
import { accountChange, updateAccount } from '../../services/accounts/update-account.ts';
import { accountRecord } from '../../services/accounts/account.ts';
import { anyMembers } from '../requests/any-members.ts';
import { defineRoute } from '../route.ts';
import { deletedRecord, toList } from '../answers/to-list.ts';

const tag = 'Accounts';

export const accountRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/accounts',
      operationId: 'listAccounts',
      tag,
      summary: 'List accounts',
      scope: 'accounts:read',
      query: listAccountsInput,
      status: 200,
      data: z.array(accountRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listAccounts({ ctx, input: query })),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/accounts',
      operationId: 'createAccount',
      tag,
      summary: 'Create an account',
      scope: 'accounts:write',
      body: { shape: createAccountInput },
      status: 201,
      data: accountRecord,
      located: true,
      namedIn: 'accounts',
    },
    async ({ ctx, body, base }) => {
      const account = await createAccount({ ctx, input: body });
      return { data: account, headers: { location: `${base}/accounts/${account.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/accounts/{id}',
      operationId: 'getAccount',
      tag,
      summary: 'Get an account',
      scope: 'accounts:read',
      status: 200,
      data: accountRecord,
      versioned: true,
    },
    ({ ctx, id }) => getAccount({ ctx, input: { id } }),
  ),
  defineRoute(
    {
      method: 'put',
      path: '/accounts/{id}',
      operationId: 'replaceAccountMembers',
      tag,
      summary: 'Update an account',
      description: 'Members that are left out keep their value; `null` takes one away.',
      scope: 'accounts:write',
      body: { shape: anyMembers, documented: accountChange },
      status: 200,
      data: accountRecord,
      versioned: true,
      errors: ['invalid_state'],
    },
    ({ ctx, id, body }) => updateAccount({ ctx, input: { id, mode: 'replace', change: body } }),
  ),
  defineRoute(
    {
      method: 'patch',
      path: '/accounts/{id}',
      operationId: 'patchAccount',
      tag,
      summary: 'Change parts of an account',
      description: 'A JSON Merge Patch (RFC 7396), sent as application/json.',
      scope: 'accounts:write',
      body: { shape: anyMembers, documented: accountChange },
      status: 200,
      data: accountRecord,
      versioned: true,
      errors: ['invalid_state'],
    },
    ({ ctx, id, body }) => updateAccount({ ctx, input: { id, mode: 'merge', change: body } }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/accounts/{id}',
      operationId: 'deleteAccount',
      tag,
      summary: 'Delete an account',
      scope: 'accounts:write',
      status: 200,
      data: deletedRecord('account'),
      versioned: true,
      errors: ['resource_in_use'],
    },
    async ({ ctx, id }) => {
      await deleteAccount({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
];
