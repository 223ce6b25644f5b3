import { z } from 'zod';
import { approvalDetail, approvalRecord } from '../../services/approvals/approval.ts';
import { approveInput, decideApproval, rejectInput } from '../../services/approvals/decide-approval.ts';
import { getApproval } from '../../services/approvals/get-approval.ts';
import { listApprovals, listApprovalsInput } from '../../services/approvals/list-approvals.ts';
import { defineRoute } from '../route.ts';
import { toList } from '../answers/to-list.ts';

const tag = 'Approvals';

export const approvalRoutes = [
  defineRoute(
    {
      method: 'get',
      path: '/approvals',
      operationId: 'listApprovals',
      tag,
      summary: 'List approvals',
      description: 'What items of flows wait for somebody to decide, and what was decided, newest first.',
      scope: 'runs:read',
      query: listApprovalsInput,
      status: 200,
      data: z.array(approvalRecord),
      paginated: true,
    },
    async ({ ctx, query }) => toList(await listApprovals({ ctx, input: query })),
  ),
  defineRoute(
    {
      method: 'get',
      path: '/approvals/{id}',
      operationId: 'getApproval',
      tag,
      summary: 'Get an approval',
      description: 'With the form whose values have to come with it.',
      scope: 'runs:read',
      status: 200,
      data: approvalDetail,
    },
    async ({ ctx, id }) => ({ data: await getApproval({ ctx, input: { id } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/approvals/{id}/approve',
      operationId: 'approve',
      tag,
      summary: 'Approve',
      description: 'Once as many have approved as are needed, the item goes on. Each may decide once.',
      scope: 'runs:approve',
      body: { shape: approveInput, optional: true },
      status: 200,
      data: approvalDetail,
      errors: ['forbidden', 'invalid_state'],
    },
    async ({ ctx, id, body }) => ({ data: await decideApproval({ ctx, input: { ...body, id, decision: 'approve' } }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/approvals/{id}/reject',
      operationId: 'reject',
      tag,
      summary: 'Reject',
      description: 'One who rejects decides alone.',
      scope: 'runs:approve',
      body: { shape: rejectInput, optional: true },
      status: 200,
      data: approvalDetail,
      errors: ['forbidden', 'invalid_state'],
    },
    async ({ ctx, id, body }) => ({ data: await decideApproval({ ctx, input: { ...body, id, decision: 'reject' } }) }),
  ),
];
