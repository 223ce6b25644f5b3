import { z } from 'zod';
import { createAccount, createAccountInput, listAccounts, listAccountsInput } from '../../services/index.ts';
import { accountRecord } from '../../services/accounts/account.ts';
import { defineRoute } from '../route.ts';
import { toList } from '../to-list.ts';

export const accountRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/accounts',
      operationId: 'listAccounts',
      tag: 'Accounts',
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
      tag: 'Accounts',
      summary: 'Create an account',
      scope: 'accounts:write',
      body: { shape: createAccountInput },
      status: 201,
      data: accountRecord,
      located: true,
    },
    async ({ ctx, body, base }) => {
      const account = await createAccount({ ctx, input: body });
      return { data: account, headers: { location: `${base}/accounts/${account.id}` } };
    },
  ),
];
