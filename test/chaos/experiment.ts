import { setTimeout as sleep } from 'node:timers/promises';
import { Rng } from '../simulator/rng.ts';
import type { HubKeeper } from './faults/hub-keeper.ts';
import { planStrikes, type Strike, type Victim } from './faults/plan-strikes.ts';
import { strike, type Victims } from './faults/strike.ts';
import { strikeAtBegin } from './faults/strike-at-begin.ts';
import { flowSpecs, pageSize } from './flows/flow-specs.ts';
import { connectEnds, type Flow, setUpFlow } from './flows/set-up-flows.ts';
import type { Finding, FlowEvidence, SeenStrike } from './judge/evidence.ts';
import { measureResumption } from './judge/measure-resumption.ts';
import { openObserver } from './observer.ts';
import { loseAnswers, rotateTokens, toToken } from './people/disturb-flows.ts';
import { driveFlow, type People } from './people/drive-flow.ts';
import { Gate } from './people/gate.ts';
import { type HubApi, openHubApi } from './people/hub-api.ts';
import { settle } from './people/settle.ts';
import { openHook, sendDeliveries } from './people/send-deliveries.ts';
import type { JournalReader } from './targets/journal.ts';
import type { SqlTarget } from './targets/sql-target.ts';
import type { World } from './targets/start-world.ts';

export interface Stage extends Victims {
  world: World;
  sql: SqlTarget;
  journal: JournalReader;
  say(text: string): void;
}

export interface Plan {
  seed: number;
  kills: number;
  /** Nobody else is struck. */
  only?: readonly Victim[] | undefined;
}

export interface Evidence {
  flows: FlowEvidence[];
  strikes: SeenStrike[];
  /** Seconds that work rested after each strike. */
  resumed: number[];
  findings: Finding[];
}

/** A strike after which work rests so long is answered for, and the next one comes. */
const restMsMax = 45_000;
const observeMs = 200;
const calmMs = 3000;

/** Lets every flow work while processes are struck down, then lets all of it come to rest. */
export async function experiment(stage: Stage, { seed, kills, only }: Plan): Promise<Evidence> {
  const { hub, world, say } = stage;
  const api = openHubApi(() => {
    const facts = hub.facts();
    return facts && { url: facts.api_url, key: facts.api_key };
  });
  const ends = await connectEnds(api, world, stage.sql, toToken(0));
  const flows: Flow[] = [];
  for (const spec of flowSpecs) flows.push(await setUpFlow(spec, { api, world, ends, seed }));
  let over = false;
  const people: People = { api, world, gate: new Gate(), isOver: () => over };
  const observer = openObserver(stage, flows);
  const findings: Finding[] = [];
  const working = startPeople(flows, ends.guarded, people, { seed, findings });
  await observer.observeFor(calmMs);
  const rng = new Rng(seed, 'strikes');
  const strikes: SeenStrike[] = [];
  const resumed: number[] = [];
  for (const planned of planStrikes(seed, kills, only)) {
    await observer.observeFor(planned.afterMs);
    const seen = await strikeOne(planned);
    if (seen === undefined) continue;
    strikes.push(seen.strike);
    if (seen.restedS !== undefined) resumed.push(seen.restedS);
  }
  over = true;
  say('No more faults: letting all come to its end.');
  await working;
  findings.push(...(await settle(flows, people, observer)));
  findings.push(...listFaults(api, hub));
  return { flows: flows.map(toEvidence), strikes, resumed, findings };

  async function strikeOne(planned: Strike): Promise<{ strike: SeenStrike; restedS: number | undefined } | undefined> {
    const { victim } = planned;
    const seen =
      victim === 'backend at a begin'
        ? await strikeAtBegin({ flows, people, observer }, hub)
        : await retryUntilThere(() => strike({ victim, frozenMs: planned.frozenMs }, stage, rng));
    if (seen === undefined) {
      say(`There was no ${planned.victim} to strike.`);
      return undefined;
    }
    const stood = planned.frozenMs === 0 ? '' : ` for ${(planned.frozenMs / 1000).toFixed(1)} s`;
    for (;;) {
      await observer.observe();
      const measured = measureResumption(seen, observer.timelines());
      const rested = Date.now() - seen.at > restMsMax ? { seconds: restMsMax / 1000, flow: 'some flow' } : measured;
      if (rested === 'idle') {
        say(`${planned.victim}${stood}: nothing was at work.`);
        return { strike: seen, restedS: undefined };
      }
      if (rested !== 'at_rest') {
        say(`${planned.victim}${stood}: at work again after ${rested.seconds.toFixed(1)} s (${rested.flow}).`);
        return { strike: seen, restedS: rested.seconds };
      }
      await sleep(observeMs);
    }
  }
}

const victimTriesMax = 20;

/** A script runner, for one, is there only while scripts have work. */
async function retryUntilThere<T>(attempt: () => Promise<T | undefined>): Promise<T | undefined> {
  for (let tries = 0; tries < victimTriesMax; tries += 1) {
    const result = await attempt();
    if (result !== undefined) return result;
    await sleep(observeMs);
  }
  return undefined;
}

/** Everybody works at once, until it is over. What goes wrong with one of them is a finding, and ends it. */
async function startPeople(
  flows: readonly Flow[],
  guardedId: string,
  people: People,
  { seed, findings }: { seed: number; findings: Finding[] },
): Promise<void> {
  const guard = (name: string, work: Promise<void>): Promise<void> =>
    work.catch((error: unknown) => {
      findings.push({ kind: 'stuck', flow: name, message: String(error) });
    });
  const guarded = flows.filter(({ spec }) => spec.guarded === true);
  const overHttp = flows.filter(({ spec }) => spec.table !== true);
  await Promise.all([
    ...flows.map(async (flow) => {
      if (flow.spec.pushed !== true) return guard(flow.spec.name, driveFlow(flow, people));
      const path = await openHook(people.api, flow);
      return guard(flow.spec.name, sendDeliveries(flow, path, people));
    }),
    guard('tokens', rotateTokens(guardedId, guarded, seed, people)),
    guard('losses', loseAnswers(overHttp, seed, people)),
  ]);
}

function listFaults(api: HubApi, hub: HubKeeper): Finding[] {
  return [
    ...api.faults.map((message): Finding => ({ kind: 'wrong', flow: 'api', message })),
    ...hub.failedStarts.map((message): Finding => ({ kind: 'stuck', flow: 'npm start', message })),
  ];
}

function toEvidence({ spec, records, effects, runs, quiets }: Flow): FlowEvidence {
  const { name: flow, repeats, expected } = spec;
  return { flow, repeats, pageSize: spec.pageSize ?? pageSize, expected: expected(records), effects, runs, quiets };
}
