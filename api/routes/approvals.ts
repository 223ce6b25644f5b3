import { z } from 'zod';
import { approvalDetail, approvalRecord } from '../../services/approvals/approval.ts';
import { approveInput, decideApproval, rejectInput } from '../../services/approvals/decide-approval.ts';
import { getApproval } from '../../services/approvals/get-approval.ts';
import { listApprovals, listApprovalsInput } from '../../services/approvals/list-approvals.ts';
import { createDelegation, delegationInput } from '../../services/approvals/delegations/create-delegation.ts';
import { delegationRecord } from '../../services/approvals/delegations/delegation.ts';
import { endDelegation } from '../../services/approvals/delegations/end-delegation.ts';
import { listDelegations } from '../../services/approvals/delegations/list-delegations.ts';
import { defineRoute } from '../route.ts';
import {
  decideApprovals,
  decideApprovalsInput,
  decidedApprovals,
} from '../../services/approvals/sets/decide-approvals.ts';
import { approvalSet, getApprovalSet, getApprovalSetInput } from '../../services/approvals/sets/get-approval-set.ts';
import { deletedRecord, toList } from '../answers/to-list.ts';

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
      path: '/approvals/set',
      operationId: 'getApprovalSet',
      tag,
      summary: 'Count what you may decide on',
      description: 'With a hash of which approvals these are and what they ask, for a decision on all of them.',
      scope: 'runs:read',
      query: getApprovalSetInput,
      status: 200,
      data: approvalSet,
    },
    async ({ ctx, query }) => ({ data: await getApprovalSet({ ctx, input: query }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/approvals/decide',
      operationId: 'decideApprovals',
      tag,
      summary: 'Decide on several approvals',
      description: 'On those in `ids`, or on a set that was shown, with one comment. All are decided on, or none.',
      scope: 'runs:approve',
      body: { shape: decideApprovalsInput },
      status: 200,
      data: decidedApprovals,
      errors: ['invalid_state', 'not_found'],
    },
    async ({ ctx, body }) => ({ data: await decideApprovals({ ctx, input: body }) }),
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
  defineRoute(
    {
      method: 'get',
      path: '/me/approval-delegations',
      operationId: 'listDelegations',
      tag,
      summary: 'List who decides for you',
      description: 'And for whom you decide, now or later.',
      scope: 'person',
      status: 200,
      data: z.array(delegationRecord),
    },
    async ({ ctx }) => ({ data: await listDelegations({ ctx }) }),
  ),
  defineRoute(
    {
      method: 'post',
      path: '/me/approval-delegations',
      operationId: 'createDelegation',
      tag,
      summary: 'Let another member decide for you',
      description:
        'For a time. The other one needs a role of their own that decides; log and approvals name both of you.',
      scope: 'person',
      body: { shape: delegationInput },
      status: 201,
      data: delegationRecord,
      errors: ['invalid_state'],
    },
    async ({ ctx, body }) => ({ data: await createDelegation({ ctx, input: body }) }),
  ),
  defineRoute(
    {
      method: 'delete',
      path: '/me/approval-delegations/{id}',
      operationId: 'endDelegation',
      tag,
      summary: 'End that a member decides for another',
      description: 'Either of the two may.',
      scope: 'person',
      status: 200,
      data: deletedRecord('approvalDelegation'),
    },
    async ({ ctx, id }) => {
      await endDelegation({ ctx, input: { id } });
      return { data: { id, deleted: true as const } };
    },
  ),
];
