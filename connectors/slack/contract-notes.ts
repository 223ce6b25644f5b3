import type { ContractExemption, ContractNotes } from '../kit/connector.ts';

/** Uses whose description asks for the token a second time, in the query or in a header of its own. */
const withToken = [
  'test',
  'users.find',
  'user_groups.list',
  'user_groups.create',
  'user_groups.create/find',
  'user_groups.update',
  'user_groups.delete',
  'user_group_members.update',
  'messages.create',
  'messages.update',
];

export const contract: ContractNotes = {
  exempt: [
    ...withToken.map((use): ContractExemption => ({
      use,
      rule: 'required-parameters',
      about: 'token',
      reason: 'The token is sent as `Authorization: Bearer`, as docs.slack.dev/apis/web-api says it should be.',
    })),
    {
      use: 'messages.list',
      rule: 'pointers',
      about: 'response_metadata',
      reason: 'The description of messages lacks the cursor that docs.slack.dev/apis/web-api/pagination shows.',
    },
  ],
};
