import type { ContractNotes } from '../kit/connector.ts';

export const contract: ContractNotes = {
  // @see https://cloud.google.com/dotnet/docs/reference/Google.Cloud.Bigtable.Admin.V2/latest/Google.Cloud.Bigtable.Admin.V2.ListInstancesRequest
  exempt: [
    ...['bigtable_instances.list', 'bigtable_clusters.list'].map((use) => ({
      use,
      rule: 'pages-followed',
      reason: 'The page token that the description still has is deprecated: it is unused and ignored.',
    })),
    {
      use: 'named_buckets.list',
      rule: 'scenario',
      reason:
        'With an HMAC key, 1,000 are shown at most and no sign of more. With other credentials, `buckets` shows all.',
    },
  ],
};
