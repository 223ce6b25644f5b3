import type { JsonObject } from '../core/json.ts';
import type { RecordProblem } from '../transforms/problem.ts';
import { RunFailedError } from './errors.ts';
import type { Plan } from './plan.ts';
import { preparePage, type PreparePorts } from './prepare-page.ts';

/** What would become of one source record, apart from what only the ledger and the target know. */
export type PreviewedRecord = { sourceKey: string | undefined } & (
  { outcome: 'mapped'; mapped: JsonObject } | { outcome: 'filtered' } | { outcome: 'failed'; problem: RecordProblem }
);

type PreviewPorts = Omit<PreparePorts, 'source'>;

/** Maps records as a run would, each as a page of its own, so that one of a repeated key does not hide the others. */
export function previewRecords(
  plan: Plan,
  records: readonly JsonObject[],
  ports: PreviewPorts = {},
): Promise<PreviewedRecord[]> {
  return Promise.all(records.map((record) => previewRecord(plan, record, ports)));
}

async function previewRecord(plan: Plan, record: JsonObject, ports: PreviewPorts): Promise<PreviewedRecord> {
  const source = { readPage: () => Promise.resolve({ records: [record], next: undefined, bytes: 0 }) };
  const key = plan.readKey(record);
  const sourceKey = key.ok ? key.key : undefined;
  const page = await preparePage(plan, { ...ports, source }, null, neverAborted).catch(toFailure);
  if (page instanceof RunFailedError) {
    return { sourceKey, outcome: 'failed', problem: { code: page.code, message: page.message } };
  }
  const { candidates, deadLetters } = page;
  const [candidate] = candidates;
  if (candidate !== undefined) return { sourceKey, outcome: 'mapped', mapped: candidate.body };
  const [letter] = deadLetters;
  if (letter === undefined) return { sourceKey, outcome: 'filtered' };
  const { code, message, field } = letter;
  return { sourceKey, outcome: 'failed', problem: { code, message, ...(field === undefined ? {} : { field }) } };
}

/** What would fail a run fails the record, where there is no run. */
function toFailure(error: unknown): RunFailedError {
  if (error instanceof RunFailedError) return error;
  throw error;
}

const neverAborted = new AbortController().signal;
