import { z } from 'zod';
import { fieldOf } from '../../transforms/schema/field-type.ts';
import type { WaitEnding, WaitOutcome, WaitStep } from '../flow.ts';
import { describeFailure } from './calls/call-ending.ts';
import type { retrySchema } from './retry.ts';
import type { CompiledStep, StepKind, StepSite } from './step-kind.ts';

export const syncSchema = z
  .strictObject({
    integration_id: z.string().min(1).max(255).meta({
      description: 'Id or name of the other integration. It reads its source, and is active when it is called.',
    }),
  })
  .meta({ id: 'FlowSync', description: 'Runs another integration, and waits for the end of the run.' });

export type SyncDefinition = z.infer<typeof syncSchema>;

export interface SyncMembers {
  id: string;
  sync?: SyncDefinition | undefined;
  retry?: z.infer<typeof retrySchema> | undefined;
}

/** Runs another integration. Its output is `{ status, run_id, counters }`. */
export const sync: StepKind<SyncMembers> = {
  name: 'sync',
  others: ['retry'],
  hasOutput: () => true,
  compile: ({ sync: definition }, site) => definition && compileSync(definition, site),
  rewrite: ({ sync: definition }, { integration }) =>
    definition === undefined ? {} : { sync: { ...definition, integration_id: integration(definition.integration_id) } },
  summarize: ({ sync: definition }) => definition && { kind: 'sync', integration_id: definition.integration_id },
};

/** What counters say of a run that a preview does not start. */
const counterNames = ['read', 'created', 'updated', 'deleted', 'skipped', 'failed'] as const;
const noCounts = Object.fromEntries(counterNames.map((name) => [name, 0]));

const output = fieldOf(['object'], {
  members: new Map([
    ['status', fieldOf(['string'], { values: ['succeeded', 'partially_succeeded'] })],
    ['run_id', fieldOf(['string'])],
    [
      'counters',
      fieldOf(['object'], {
        members: new Map(counterNames.map((name) => [name, fieldOf(['integer'])])),
        isClosed: true,
      }),
    ],
  ]),
  isClosed: true,
});

function compileSync(
  { integration_id: integration }: SyncDefinition,
  { id, at, flow, findings }: StepSite,
): CompiledStep {
  if (flow.calls.get(id)?.key !== undefined) {
    const message = 'This integration reads nothing: it takes inputs. Give it one with `call`.';
    findings.problems.push({ path: `${at}.sync.integration_id`, code: 'takes_input', message });
  }
  const begin: WaitStep['begin'] = () => ({
    ok: true,
    request: { kind: 'sync', call: { integration, detached: false, input: undefined } },
  });
  return { output, make: () => () => ({ kind: 'wait', release: false, begin, end: endSync }) };
}

/** An ending without an outcome is that of a preview: all went well. */
function endSync({ answer }: WaitEnding): WaitOutcome {
  const { outcome = 'succeeded', run_id: runId = null, counters = noCounts } = answer;
  return outcome === 'succeeded' || outcome === 'partially_succeeded'
    ? { status: 'passed', output: { status: outcome, run_id: runId, counters } }
    : { status: 'failed', problem: describeFailure(answer) };
}
