import type { OperationName } from '../../client/index.ts';

type Topic = 'runs' | 'approvals' | 'connections';

/** A line of the hub's live stream. */
export interface LiveLine {
  type: 'ready' | 'changed' | 'beat';
  topic?: Topic;
  /** Of the run or the connection that changed. */
  id?: string;
}

/** What is read again when something of a topic changed. */
const readings: Readonly<Record<Topic, ReadonlySet<string>>> = {
  runs: names([
    'getRun',
    'listRuns',
    'listIntegrationRuns',
    'listRunSteps',
    'listRunItems',
    'listRunLogs',
    'listRunAttempts',
    'listFailedRecords',
    'listFailedRecordGroups',
    'getRunStats',
    'listAttention',
    'listIntegrationGates',
  ]),
  approvals: names(['listApprovals', 'getApproval', 'listRunItems']),
  connections: names(['listConnections', 'getConnection', 'listAttention', 'listIntegrationGates']),
};
const all = new Set(Object.values(readings).flatMap((set) => [...set]));

/** Whether changes of what an operation reads are reported. */
export function isReported(operation: string): boolean {
  return all.has(operation);
}

/**
 * Whether what a query read may be different by now. A query that names runs or connections is about these alone.
 *
 * @param queryKey The operation, then what it was asked.
 */
export function isTouched([operation, ...asked]: readonly unknown[], changes: readonly LiveLine[]): boolean {
  const named = JSON.stringify(asked).match(/\b(?:run|conn)_[0-9a-z]{26}\b/g);
  return changes.some(
    ({ topic, id }) =>
      topic !== undefined &&
      typeof operation === 'string' &&
      readings[topic].has(operation) &&
      (named === null || id === undefined || named.includes(id)),
  );
}

function names(list: readonly OperationName[]): ReadonlySet<string> {
  return new Set(list);
}
