import type { HttpJob } from '../../../connectors/kit/http/operations.ts';
import { type ReadStage, samplePages } from './reads.ts';
import { type Behaviour, differs, readObject, type ReadOutcome } from './stage.ts';
import { serveExport } from './vendor-exports.ts';

/** What a list must do whose records the vendor prepares first. */
export const exportBehaviours: Readonly<Record<string, Behaviour<ReadStage>>> = {
  'comes back while an export is at work': async (stage) => {
    const reading = await readAt(stage, () => 'still at work');
    return differs(stage.read.job?.pollMs, reading?.error?.retryAfterMs, 'wait');
  },

  'begins a failed export anew': async (stage) => {
    const reading = await readAt(stage, ({ failed }) => failed[0]);
    return reading && differs('cursor_expired', reading.error?.kind, 'kind of error');
  },

  'takes an export without records for one': async (stage) => {
    const reading = await readAt(stage, ({ empty }) => empty[0]);
    return reading && (reading.error?.message ?? differs([], reading.records, 'records'));
  },
};

/** Reads while an export is in a state. @returns nothing where the export knows no such state. */
async function readAt(
  stage: ReadStage,
  toStatus: (job: HttpJob) => string | undefined,
): Promise<ReadOutcome | undefined> {
  const { job } = stage.read;
  const status = job && toStatus(job);
  if (job === undefined || status === undefined) return undefined;
  const none = (): 'hang_up' => 'hang_up';
  return readObject(
    stage,
    stage.name,
    serveExport(job, samplePages(stage, 1), () => none, status),
  );
}
