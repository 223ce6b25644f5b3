import { setTimeout as sleep } from 'node:timers/promises';
import type { Flow } from '../flows/set-up-flows.ts';
import type { Finding } from '../judge/evidence.ts';
import { judgeContents } from '../judge/judge-contents.ts';
import { pageSize } from '../flows/flow-specs.ts';
import type { Observer } from '../observer.ts';
import type { People } from './drive-flow.ts';
import type { HubApi } from './hub-api.ts';
import { isOver, listRuns, note, order, type RunRecord, waitForEnd } from './runs.ts';

/** What was accepted is at the target by then, without another word: runs that events start begin a minute apart. */
const settleMs = 120_000;
const pollMs = 500;
/** What is missing is removed after two complete readings. */
const runsToSettle = 2;

/** Lets every flow come to rest without faults. @returns what the list of runs shows that must not be. */
export async function settle(flows: readonly Flow[], people: People, observer: Observer): Promise<Finding[]> {
  const findings = await Promise.all(
    flows.map((flow) =>
      settleFlow(flow, people, observer).catch((error: unknown): Finding[] => [
        { kind: 'stuck', flow: flow.spec.name, message: String(error) },
      ]),
    ),
  );
  await observer.observe();
  return findings.flat();
}

async function settleFlow(flow: Flow, { api }: People, observer: Observer): Promise<Finding[]> {
  if (flow.spec.pushed === true) {
    for (const run of await waitForRest(flow, api, observer)) note(flow, run, 0);
    return [];
  }
  for (let round = 0; round < runsToSettle; round += 1) {
    await waitForEnd(api, flow, await order(api, flow, `/integrations/${flow.id}/execute`));
  }
  return compareRuns(flow, await listRuns(api, flow));
}

/** Each order that was acknowledged is one run, and nothing else is. */
function compareRuns({ spec, runs }: Flow, listed: readonly { id: string; status: string }[]): Finding[] {
  const known = new Set(listed.map(({ id }) => id));
  const asked = new Set(runs.map(({ id }) => id));
  const finding = (kind: Finding['kind'], message: string): Finding => ({ kind, flow: spec.name, message });
  return [
    ...[...asked].filter((id) => !known.has(id)).map((id) => finding('lost', `The hub does not know the run ${id}.`)),
    ...listed.filter(({ id }) => !asked.has(id)).map(({ id }) => finding('doubled', `Nobody asked for the run ${id}.`)),
    ...listed
      .filter(({ status }) => !isOver(status))
      .map(({ id, status }) => finding('stuck', `The run ${id} is still ${status}.`)),
  ];
}

/** Waits, for a bounded time, until the target holds what it must and no run is left. @returns all runs */
async function waitForRest(flow: Flow, api: HubApi, observer: Observer): Promise<RunRecord[]> {
  const { spec, records, effects } = flow;
  const expected = spec.expected(records);
  const until = performance.now() + settleMs;
  for (;;) {
    await observer.observe();
    const evidence = { flow: spec.name, repeats: spec.repeats, pageSize, expected, effects, runs: [], quiets: [] };
    const runs = await listRuns(api, flow);
    const isAtRest = judgeContents(evidence).length === 0 && runs.every(({ status }) => isOver(status));
    if (isAtRest || performance.now() > until) return runs;
    await sleep(pollMs);
  }
}
