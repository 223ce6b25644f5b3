import { createPeopleFlow, peopleColumns, peopleMapping } from '../../test/harness/flow.ts';
import { toPerson } from '../../test/harness/people.ts';
import { round } from '../memory.ts';
import { prepareRuns } from '../run-lanes.ts';
import { createSteps, createTable, type FlowBench, peopleOf, show } from './flow-bench.ts';

const warmUps = 5;

/** From `execute` to finished: one input through three steps, beside one record of an integration with a mapping. */
export async function measureInputs(bench: FlowBench, seconds: number): Promise<Record<string, number>> {
  const { connections } = bench;
  await createTable(bench, 'people', peopleColumns);
  await createTable(bench, 'input_people', peopleColumns);
  const ends = { source: connections.http, target: connections.table, from: peopleOf(1) };
  const short = await createPeopleFlow(bench.api, 'short', ends);
  const flow = await createSteps(bench, 'inputs', {
    source: { object: 'people', payload: { schema: { type: 'object', required: ['id'] } } },
    steps: [
      { id: 'left', condition: [{ when: "record.state == 'L'", steps: [{ id: 'gone', stop: 'skipped' }] }] },
      { id: 'person', transform: { mapping: peopleMapping.map((rule) => ({ ...rule, from: `record.${rule.from}` })) } },
      {
        id: 'account',
        action: {
          connection_id: connections.table,
          object: 'input_people',
          operation: 'upsert',
          match_on: ['id'],
          mapping: peopleMapping.map(({ to }) => ({ to, from: `steps.person.${to}` })),
        },
      },
    ],
  });
  const run = prepareRuns(bench.hub.facts, 1);
  let sent = 0;
  const runShort = (): Promise<void> => run(short, { full_resync: true });
  const runFlow = (): Promise<void> => {
    sent += 1;
    return run(flow, { input: { ...toPerson(sent), state: 'A' } });
  };
  for (let n = 0; n < warmUps; n += 1) await runShort().then(runFlow);
  // Turn about, so that both meet the machine and the server's growing database in the same state.
  const times: { short: number[]; flow: number[] } = { short: [], flow: [] };
  for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
    times.short.push(await timeOf(runShort));
    times.flow.push(await timeOf(runFlow));
  }
  const [shortP50, flowP50] = [median(times.short), median(times.flow)];
  show('one record of a mapping, p50', `${shortP50.toFixed(1).padStart(9)} ms`);
  show('one input through three steps, p50', `${flowP50.toFixed(1).padStart(9)} ms`);
  return { p50_ratio_short: round(flowP50 / shortP50, 2) };
}

async function timeOf(job: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await job();
  return performance.now() - begun;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
