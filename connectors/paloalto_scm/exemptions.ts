import type { ContractExemption } from '../kit/connector.ts';

const creates = ['create', 'create/update', 'update', 'update/update', 'upsert', 'upsert/update'];

/** Writes of records with a part of several kinds, by object. */
const chosen: Readonly<Record<string, readonly string[]>> = {
  services: creates,
  applications: creates,
  external_dynamic_lists: creates,
  security_rules: ['update'],
  security_post_rules: ['update'],
};

/** @see https://github.com/PaloAltoNetworks/pan.dev */
export const exemptions: readonly ContractExemption[] = Object.entries(chosen).flatMap(([object, operations]) =>
  operations.map((operation) => ({
    use: `${object}.${operation}`,
    rule: 'body',
    about: 'exactly one schema in oneOf',
    reason: 'Of the kinds that the description chooses between, none requires its own member: any record fits several.',
  })),
);
