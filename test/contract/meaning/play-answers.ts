import type { SampleAnswer } from '../../../connectors/kit/meaning/meaning.ts';
import type { MockAnswer } from '../behaviour/mock-vendor.ts';
import { type ReadStage, samplePages, serve } from '../behaviour/reads.ts';
import { readObject } from '../behaviour/stage.ts';
import { writeOne, type WriteStage } from '../behaviour/writes.ts';

/** Answers a reading at its first page, then at its second: it must fail, and in the way that the sheet says. */
export async function playAnswersToRead(
  stage: ReadStage,
  answers: readonly SampleAnswer[],
): Promise<string | undefined> {
  // What is read of a parent is gone with it.
  const expected = stage.read.parents === undefined ? answers : answers.filter(({ kind }) => kind !== 'not_found');
  for (const sample of expected) {
    for (const pagesBefore of stage.read.paginate.kind === 'none' ? [0] : [0, 1]) {
      const pages = serve(stage, { pages: samplePages(stage, 3) });
      let answered = 0;
      const { error } = await readObject(stage, stage.name, (request) => {
        answered += 1;
        return answered > pagesBefore ? toAnswer(sample) : pages(request);
      });
      const problem = judgeKind(sample, error?.kind, pagesBefore > 0);
      if (problem !== undefined) return `${problem} It came ${pagesBefore === 0 ? 'first' : 'after a page'}.`;
    }
  }
  return undefined;
}

/** Answers a write: it must not count as done. */
export async function playAnswersToWrite(
  stage: WriteStage,
  answers: readonly SampleAnswer[],
): Promise<string | undefined> {
  for (const sample of answers) {
    const { results } = await writeOne(stage, () => toAnswer(sample));
    const outcome = results[0]?.outcome ?? 'nothing';
    const isGone = stage.operation === 'delete' && sample.kind === 'not_found';
    if (isDone(outcome) && !isGone) return `${say(sample)} counts as ${outcome}.`;
  }
  return undefined;
}

function isDone(outcome: string): boolean {
  return ['created', 'updated', 'written', 'unchanged', 'deleted'].includes(outcome);
}

/** A login is renewed where it can be: what it ends in is a refusal all the same. */
function judgeKind(sample: SampleAnswer, kind: string | undefined, isLater: boolean): string | undefined {
  if (kind === undefined) return `${say(sample)} ended the reading as if it were complete.`;
  // A place that the vendor forgot is read again from the beginning.
  if (kind === sample.kind || (isLater && kind === 'cursor_expired')) return undefined;
  return `${say(sample)} was taken for ${kind}.`;
}

function toAnswer({ status, headers = {}, body }: SampleAnswer): MockAnswer {
  return { status, headers: { ...headers }, body: body === undefined ? '' : JSON.stringify(body) };
}

function say({ status, body, kind }: SampleAnswer): string {
  return `An answer of ${kind} (${status} ${JSON.stringify(body ?? null).slice(0, 80)})`;
}
