import type { JsonObject } from '../core/json.ts';
import type { GroupState } from '../transforms/compile-aggregate.ts';
import type { RecordProblem } from '../transforms/problem.ts';
import { RunFailedError } from './errors.ts';
import type { Plan } from './plan.ts';
import type { AggregateStage } from './stages/aggregate.ts';
import { type PreparedPage, type PreparePorts, startPage } from './stages/page.ts';
import { preparePage } from './stages/prepare-page.ts';
import { shapeGroups } from './stages/shape-records.ts';
import { findStage } from './stages/stage.ts';
import type { StageWork } from './stages/stage-base.ts';

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
 *
 * @param onStage Told which stage each record has come to.
 */
export async function previewRecords(
  plan: Plan,
  records: readonly JsonObject[],
  ports: PreviewPorts = {},
  onStage?: StageWork['onStage'],
): Promise<PreviewedRecord[]> {
  const pages = await Promise.all(records.map((record) => prepareOne(plan, record, ports, onStage)));
  const previewed = records.map((record, index) => readOutcome(readKey(plan, record), pages[index]));
  const grouping = findStage(plan, 'aggregate');
  return grouping === undefined ? previewed : [...previewed, ...(await previewGroups(plan, grouping, pages))];
}

function prepareOne(
  plan: Plan,
  record: JsonObject,
  ports: PreviewPorts,
  onStage: StageWork['onStage'],
): Promise<PreparedPage | RunFailedError> {
  return preparePage(plan, { ...ports, source: readOne(record) }, null, neverAborted, onStage).catch(toFailure);
}

/** The groups that pages come to, in the order of their first records. */
async function previewGroups(
  plan: Plan,
  { aggregate }: AggregateStage,
  pages: readonly (PreparedPage | RunFailedError)[],
): Promise<PreviewedRecord[]> {
  const states = new Map<string, GroupState>();
  for (const page of pages) {
    const contributions = page instanceof RunFailedError ? [] : (page.collected?.contributions ?? []);
    for (const contribution of contributions) {
      const { key } = contribution;
      states.set(key, aggregate.fold(states.get(key), contribution));
    }
  }
  return Promise.all(
    [...states].map(async ([key, state]) => {
      const record = aggregate.finish(state);
      const page = startPage({ next: undefined, bytes: 0 });
      await shapeGroups(plan, [{ key, record }], { ports: { source: readOne(record) }, page, signal: neverAborted });
      return readOutcome(key, page);
    }),
  );
}

function readKey(plan: Plan, record: JsonObject): string | undefined {
  const key = plan.readKey(record);
  return key.ok ? key.key : undefined;
}

function readOne(record: JsonObject): PreparePorts['source'] {
  return { readPage: () => Promise.resolve({ records: [record], next: undefined, bytes: 0 }) };
}

function readOutcome(sourceKey: string | undefined, page: PreparedPage | RunFailedError | undefined): PreviewedRecord {
  if (page === undefined) throw new Error('A record was not previewed.');
  if (page instanceof RunFailedError) {
    return { sourceKey, outcome: 'failed', problem: { code: page.code, message: page.message } };
  }
  const [candidate] = page.candidates;
  if (candidate !== undefined) {
    return { sourceKey, outcome: 'mapped', mapped: candidate.body, hash: candidate.hash };
  }
  const [contribution] = page.collected?.contributions ?? [];
  if (contribution !== undefined) return { sourceKey, outcome: 'grouped', group: contribution.key };
  const [failed] = page.deadLetters;
  if (failed === undefined) return { sourceKey, outcome: 'filtered' };
  const { code, message, field } = failed;
  return { sourceKey, outcome: 'failed', problem: { code, message, ...(field === undefined ? {} : { field }) } };
}

/** What would fail a run fails the record, where there is no run. */
function toFailure(error: unknown): RunFailedError {
  if (error instanceof RunFailedError) return error;
  throw error;
}

const neverAborted = new AbortController().signal;
