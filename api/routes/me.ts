import { callerRecord, describeCaller } from '../../services/credentials/describe-caller.ts';
import { defineRoute } from '../route.ts';

export const meRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/me',
      operationId: 'getMe',
      tag: 'Caller',
      summary: 'Get the caller',
      scope: 'any',
      status: 200,
      data: callerRecord,
    },
    async ({ ctx }) => ({ data: await describeCaller({ ctx }) }),
  ),
];
