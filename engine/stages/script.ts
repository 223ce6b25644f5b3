import type { Script, ScriptOutcome } from '../../core/scripts.ts';
import { RunFailedError } from '../errors.ts';
import { fail, leaveOut, type PreparedPage } from './page.ts';
import type { DescribeStage, StageBase, StageWork, Subject } from './stage-base.ts';

/** Makes other records of records, or leaves them out. */
export interface ScriptStage extends StageBase {
  kind: 'script';
  script: Script;
}

export function createScriptStage(script: Script): ScriptStage {
  return { kind: 'script', decides: 'script', script, run: (subjects, work) => runScript(script, subjects, work) };
}

export const describeScript: DescribeStage = ({ script }) => (script === undefined ? undefined : { type: 'script' });

/** @throws {RunFailedError} when the script can process no record. @throws {ScriptRunnerError} */
async function runScript(
  script: Script,
  subjects: readonly Subject[],
  { ports: { scripts }, page, signal }: StageWork,
): Promise<Subject[]> {
  if (scripts === undefined) throw new Error('The plan has a script, and nothing is there to run it.');
  const entries = subjects.map(({ sourceKey, input }) => ({ key: sourceKey ?? '', record: input }));
  const answer = await scripts.run(script, entries, signal);
  if (!answer.ok) throw new RunFailedError('script_failed', answer.message);
  return subjects.filter((subject, index) => takeOutcome(subject, answer.outcomes[index], page));
}

/** @returns whether the record goes on. */
function takeOutcome(subject: Subject, outcome: ScriptOutcome | undefined, page: PreparedPage): boolean {
  const { sourceKey, record } = subject;
  switch (outcome?.outcome) {
    case 'record':
      subject.input = outcome.record;
      return true;
    case 'filtered':
      leaveOut(page);
      return false;
    case 'failed':
      fail(page, { sourceKey, code: 'script_failed', field: undefined, message: outcome.message, record });
      return false;
    case undefined:
      throw new Error('The script gave no outcome for a record.');
  }
}
