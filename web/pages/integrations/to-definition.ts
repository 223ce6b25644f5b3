import type { Integration, IntegrationRevision } from '../../../client/operations.data.ts';

const members = [
  'source',
  'enrich',
  'script',
  'aggregate',
  'mapping',
  'mapping_defaults',
  'target',
  'input',
  'steps',
  'triggers',
  'on_error',
  'finally',
  'same_key',
  'label',
  'interrupt',
  'concurrency',
  'timezone',
  'only_in',
  'not_in',
] as const;

/** What the flow is, without what the hub says about it. */
export function toDefinition(of: Integration | IntegrationRevision['definition']): Record<string, unknown> {
  const own: Record<string, unknown> = { ...of };
  return Object.fromEntries(members.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])));
}
