import { getOperation } from '../../services/operations/get-operation.ts';
import { operationRecord } from '../../services/operations/operation.ts';
import {
  findThrough,
  findThroughInput,
  listThrough,
  listThroughInput,
  readRecordsRecord,
} from '../../services/operations/read-records.ts';
import { runOperation, runOperationInput } from '../../services/operations/run-operation.ts';
import { anyMembers } from '../requests/any-members.ts';
import { awaitOperation, toOperationResult } from '../answers/await-operation.ts';
import { defineRoute } from '../route.ts';

const tag = 'Connections';
const upstreamErrors = ['upstream_error', 'upstream_timeout', 'quota_exceeded', 'invalid_state'] as const;

export const operationRoutes = [
  defineRoute(
    {
      method: 'post',
      path: '/connections/{id}/operations/{object}/list',
      operationId: 'listObjectRecords',
      tag,
      summary: 'Read the first records of an object',
      description: 'As the system has them now, read with the options that are sent.',
      scope: 'connections:use',
      also: 'records:read',
      body: { shape: listThroughInput, optional: true },
      pure: true,
      status: 200,
      data: readRecordsRecord,
      errors: upstreamErrors,
    },
    async ({ ctx, id, params, body }) => ({
      data: await listThrough({ ctx, input: { id, object: params['object'] ?? '', ...body } }),
    }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/connections/{id}/operations/{object}/find',
      operationId: 'findObjectRecords',
      tag,
      summary: 'Find records by the values of a field',
      description: 'As the system has them now, in any order. What is not found is not there.',
      scope: 'connections:use',
      also: 'records:read',
      body: { shape: findThroughInput },
      pure: true,
      status: 200,
      data: readRecordsRecord,
      errors: upstreamErrors,
    },
    async ({ ctx, id, params, body }) => ({
      data: await findThrough({ ctx, input: { id, object: params['object'] ?? '', ...body } }),
    }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/connections/{id}/operations/{object}/{operation}',
      operationId: 'runOperation',
      tag,
      summary: 'Write one record',
      description:
        'Creates, updates, upserts or deletes one record through a connection, or does what the connector gives a name, such as `deactivate`, and once: also when a worker dies or an answer is lost. Needs an `Idempotency-Key`. Answers 200 when the operation has ended, whatever became of it, and 202 while it has not.',
      scope: 'connections:use',
      // Which members it takes depends on the operation: whether there is one is said first.
      body: { shape: anyMembers, documented: runOperationInput },
      status: 200,
      accepts: true,
      data: operationRecord,
      located: true,
      errors: ['invalid_state', 'quota_exceeded'],
      outcome: awaitOperation,
    },
    async ({ ctx, id, params, body, hasKey, base }) => {
      const { object = '', operation = '' } = params;
      const input = { id, object, operation, hasKey, body };
      const made = await runOperation({ ctx, input });
      return { ...toOperationResult(made), headers: { location: `${base}/operations/${made.id}` } };
    },
  ),
  defineRoute(
    {
      method: 'get',
      path: '/operations/{id}',
      operationId: 'getOperation',
      tag,
      summary: 'Get an operation',
      description: 'What became of a write that was asked for by itself. Kept as long as ended runs.',
      scope: 'connections:use',
      status: 200,
      data: operationRecord,
    },
    async ({ ctx, id }) => ({ data: await getOperation({ ctx, input: { id } }) }),
  ),
];
