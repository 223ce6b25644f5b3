import type { FailedRecordGroup } from '../../../client/operations.data.ts';

type Group = Pick<FailedRecordGroup, 'code' | 'field' | 'step'>;

/** A group as the hub takes it, in a query and in an act: an empty text stands for records that name no field or step. */
export function toGroupFilter({ code, field = '', step = '' }: Group): {
  code: string;
  target_field: string;
  step: string;
} {
  return { code, target_field: field, step };
}

/** Distinguishes a group from others of a list. */
export function toGroupKey({ code, field, step }: Group): string {
  return JSON.stringify([code, field, step]);
}

/** The names that groups have, each once, for a filter. */
export function listNames(given: readonly (string | undefined)[]): string[] {
  return [...new Set(given.filter((name) => name !== undefined))].toSorted();
}
