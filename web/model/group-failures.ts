import type { DeadLetter } from '../../client/operations.data.ts';

/** Records that failed for the same reason. */
export interface FailureGroup {
  code: string;
  field: string | undefined;
  /** Of the first of them. */
  message: string;
  records: DeadLetter[];
  /** How many can still be processed again. */
  open: number;
}

/** Groups failed records by code and field, the largest group first. */
export function groupFailures(records: readonly DeadLetter[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const record of records) {
    const { code, field, message } = record;
    const name = JSON.stringify([code, field]);
    const group = groups.get(name) ?? { code, field, message, records: [], open: 0 };
    group.records.push(record);
    if (record.status === 'failed') group.open += 1;
    groups.set(name, group);
  }
  return [...groups.values()].toSorted((a, b) => b.open - a.open || b.records.length - a.records.length);
}
