import type { ContractExemption, ContractNotes } from '../kit/connector.ts';

/** What developer.atlassian.com/cloud/bitbucket/rest/intro says of all lists, the description says of few. */
const unsaid: Readonly<Record<string, readonly string[]>> = {
  'repositories.list': ['pagelen'],
  'projects.list': ['pagelen'],
  'members.list': ['pagelen'],
  'pull_requests.list': ['pagelen', 'sort', 'q'],
  'pull_requests.list/parents': ['pagelen'],
  'issues.list': ['pagelen', 'sort', 'q'],
  'issues.list/parents': ['pagelen'],
};

export const contract: ContractNotes = {
  exempt: [
    {
      use: 'issues.update',
      rule: 'body',
      reason: 'The page of the operation shows a body with the fields to change, which the description lacks.',
    },
    ...Object.entries(unsaid).flatMap(([use, parameters]) =>
      parameters.map((about): ContractExemption => ({
        use,
        rule: 'known-parameters',
        about,
        reason: 'Paging, filters and sorting are described for all lists together, outside of the description.',
      })),
    ),
  ],
};
