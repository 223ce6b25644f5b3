import type { JsonObject } from '../core/json.ts';
import type { Aggregate, GroupState } from '../transforms/compile-aggregate.ts';
import type { RecordProblem } from '../transforms/problem.ts';
import { RunFailedError } from './errors.ts';
import { mapRecord, type PreparedPage, type PreparePorts, startPage } from './stages/page.ts';
import type { Plan } from './plan.ts';
import { collect } from './stages/prepare-groups.ts';
import { preparePage } from './stages/prepare-page.ts';

/** What would become of one source record, with the hash that the ledger would keep, or of a group of them, apart from what only the ledger and the target know. */
export type PreviewedRecord = { sourceKey: string | undefined } & (
  | { outcome: 'mapped'; mapped: JsonObject; hash: string }
  /** Part of the group of this key, which follows. */
  | { outcome: 'grouped'; group: string }
  | { outcome: 'filtered' }
  | { outcome: 'failed'; problem: RecordProblem }
);

/** What records are worked on with, where there is no run. */
export type PreviewPorts = Omit<PreparePorts, 'source'>;

/**
 * Maps records as a run would, each as a page of its own, so that one of a repeated key does not hide the others.
 *
 * Where they are grouped, the groups of these records follow; those of a run hold all that it reads.
 */
export async function previewRecords(
  plan: Plan,
  records: readonly JsonObject[],
  ports: PreviewPorts = {},
): Promise<PreviewedRecord[]> {
  const { aggregate } = plan;
  if (aggregate === undefined) return Promise.all(records.map((record) => previewRecord(plan, record, ports)));
  const states = new Map<string, GroupState>();
  const previewed: PreviewedRecord[] = [];
  for (const record of records) previewed.push(await previewContribution(plan, aggregate, { record, ports, states }));
  return [...previewed, ...[...states].map(([key, state]) => previewGroup(plan, aggregate, key, state))];
}

async function previewRecord(plan: Plan, record: JsonObject, ports: PreviewPorts): Promise<PreviewedRecord> {
  const sourceKey = readKey(plan, record);
  const page = await preparePage(plan, { ...ports, source: readOne(record) }, null, neverAborted).catch(toFailure);
  if (page instanceof RunFailedError) return toFailed(sourceKey, page);
  return { sourceKey, ...readOutcome(page) };
}

async function previewContribution(
  plan: Plan,
  aggregate: Aggregate,
  { record, ports, states }: { record: JsonObject; ports: PreviewPorts; states: Map<string, GroupState> },
): Promise<PreviewedRecord> {
  const sourceKey = readKey(plan, record);
  const page = startPage({ next: undefined, bytes: 0 });
  const all = { ...ports, source: readOne(record) };
  const collected = await collect(plan, aggregate, all, [record], page, neverAborted).catch(toFailure);
  if (collected instanceof RunFailedError) return toFailed(sourceKey, collected);
  const [contribution] = collected;
  if (contribution === undefined) return { sourceKey, ...readOutcome(page) };
  const { key } = contribution;
  states.set(key, aggregate.fold(states.get(key), contribution));
  return { sourceKey, outcome: 'grouped', group: key };
}

function previewGroup(plan: Plan, aggregate: Aggregate, sourceKey: string, state: GroupState): PreviewedRecord {
  const page = startPage({ next: undefined, bytes: 0 });
  const record = aggregate.finish(state);
  mapRecord(plan, { sourceKey, record, input: record }, page);
  return { sourceKey, ...readOutcome(page) };
}

function readKey(plan: Plan, record: JsonObject): string | undefined {
  const key = plan.readKey(record);
  return key.ok ? key.key : undefined;
}

function readOne(record: JsonObject): PreparePorts['source'] {
  return { readPage: () => Promise.resolve({ records: [record], next: undefined, bytes: 0 }) };
}

type Outcome =
  | { outcome: 'mapped'; mapped: JsonObject; hash: string }
  | { outcome: 'filtered' }
  | { outcome: 'failed'; problem: RecordProblem };

function readOutcome({ candidates, deadLetters }: PreparedPage): Outcome {
  const [candidate] = candidates;
  if (candidate !== undefined) return { outcome: 'mapped', mapped: candidate.body, hash: candidate.hash };
  const [failed] = deadLetters;
  if (failed === undefined) return { outcome: 'filtered' };
  const { code, message, field } = failed;
  return { outcome: 'failed', problem: { code, message, ...(field === undefined ? {} : { field }) } };
}

function toFailed(sourceKey: string | undefined, { code, message }: RunFailedError): PreviewedRecord {
  return { sourceKey, outcome: 'failed', problem: { code, message } };
}

/** What would fail a run fails the record, where there is no run. */
function toFailure(error: unknown): RunFailedError {
  if (error instanceof RunFailedError) return error;
  throw error;
}

const neverAborted = new AbortController().signal;
