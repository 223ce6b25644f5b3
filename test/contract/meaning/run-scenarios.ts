import type { HttpConnector } from '../../../connectors/kit/connector.ts';
import {
  type Changed,
  type FactName,
  type Listing,
  type Meaning,
  type ObjectMeaning,
  readFact,
  readSheet,
} from '../../../connectors/kit/meaning/meaning.ts';
import { listPossibilities } from '../../../connectors/kit/meaning/possibilities.ts';
import type { Contract } from '../../../tools/contract/contract.ts';
import { listUses, type OperationUse } from '../../../tools/contract/operation-uses.ts';
import type { MockVendor } from '../behaviour/mock-vendor.ts';
import { createTheatre, toReadStage, toStage, toWriteStage, withObject } from '../behaviour/to-stage.ts';
import type { ReadStage } from '../behaviour/reads.ts';
import type { Stage } from '../behaviour/stage.ts';
import type { WriteStage } from '../behaviour/writes.ts';
import type { Problem } from '../problem.ts';
import { playAnswersToRead, playAnswersToWrite } from './play-answers.ts';
import { playLookUp } from './play-look-up.ts';
import { playReading } from './play-reading.ts';
import { knows, type ReadingFacts, type Scenario } from './scenario.ts';
import { scenarios } from './scenarios/index.ts';

/** What the scenarios showed of a connector. */
export interface ScenarioResult {
  problems: Problem[];
  /** Scenarios of operations that were played. */
  played: number;
}

type Sheet = Partial<ObjectMeaning>;

/** Facts that decide how a scenario goes: where the vendor's pages leave one open, it is played in each way. */
const openTo: Readonly<Record<Scenario['kind'], readonly FactName[]>> = {
  reading: ['changed', 'ceilings'],
  answers: [],
  'look-up': ['identity', 'lag'],
};

/** Plays the vendor as the sheets of a connector say that it is. Operations that are alike in all that counts are tried once. */
export async function runScenarios(
  connector: HttpConnector,
  contract: Contract | undefined,
  meaning: Meaning,
  vendor: MockVendor,
  wanted: readonly Scenario[] = scenarios,
): Promise<ScenarioResult> {
  const theatre = createTheatre(connector, contract, vendor);
  const problems: Problem[] = [];
  const tried = new Map<string, string | undefined>();
  let played = 0;
  for (const use of listUses(connector)) {
    const sheet = readSheet(meaning, use.id.slice(0, use.id.indexOf('.')));
    const stage = toStage(theatre, use);
    for (const scenario of wanted.filter(({ from }) => knows(sheet, from))) {
      for (const [index, possible] of listPossibilities(sheet, openTo[scenario.kind]).entries()) {
        const play = toPlay(stage, use, scenario, possible);
        if (play === undefined) continue;
        played += 1;
        const key = `${scenario.name} ${index} ${play.key}`;
        if (!tried.has(key)) tried.set(key, await play.run());
        const problem = tried.get(key);
        if (problem !== undefined)
          problems.push({ use: use.id, rule: 'scenario', detail: `${scenario.name}: ${problem}` });
      }
    }
  }
  return { problems, played };
}

interface Play {
  /** Operations with the same key behave alike. */
  key: string;
  run(): Promise<string | undefined>;
}

function toPlay(stage: Stage, use: OperationUse, scenario: Scenario, sheet: Sheet): Play | undefined {
  const read = use.id.includes('/') ? undefined : toReadStage(stage, use);
  const write = toWriteStage(stage, use);
  switch (scenario.kind) {
    case 'reading': {
      if (read === undefined || read.read.job?.chunksPath !== undefined) return undefined;
      const timed = withChanges(read, use);
      const facts = toReadingFacts(timed, sheet);
      if (!scenario.applies(facts)) return undefined;
      return { key: keyOfRead(timed, facts), run: () => playReading(timed, scenario, facts) };
    }
    case 'answers': {
      const answers = scenario.answers(sheet);
      if (answers.length === 0) return undefined;
      if (read !== undefined && read.read.job === undefined && read.read.open === undefined)
        return {
          key: JSON.stringify([
            'read',
            read.read.paginate.kind,
            read.read.format,
            read.read.parents !== undefined,
            read.read.expired,
            answers,
          ]),
          run: () => playAnswersToRead(read, answers),
        };
      if (write === undefined) return undefined;
      const { idempotency, already, refusals } = write.write;
      return {
        key: JSON.stringify(['write', write.operation, idempotency.kind, already, refusals, answers]),
        run: () => playAnswersToWrite(write, answers),
      };
    }
    case 'look-up': {
      if (write === undefined || !isLookedUp(write, scenario, sheet)) return undefined;
      return { key: use.id, run: () => playLookUp(write, scenario, sheet) };
    }
  }
}

/** Whether a write looks its record up by the field of the sheet, as this scenario needs it. */
function isLookedUp(
  { write: { idempotency }, operation }: WriteStage,
  { isLost }: Extract<Scenario, { kind: 'look-up' }>,
  sheet: Sheet,
): boolean {
  const identity = readFact(sheet.identity);
  if (identity === undefined || idempotency.kind !== 'find') return false;
  return isLost === true ? operation === 'create' : operation === 'upsert';
}

/** The list again with its way to ask for changes, where the sheet tells how that is answered. */
function withChanges(stage: ReadStage, { call }: OperationUse): ReadStage {
  const incremental = call.kind === 'read' && call.read.kind === 'pages' ? call.read.incremental : undefined;
  if (incremental === undefined || incremental.kind === 'etag') return stage;
  const read = { ...stage.read, incremental };
  const object = { ...stage.object, operations: { list: read } };
  return { ...stage, read, object, connector: withObject(stage.connector, stage.name, object) };
}

function toReadingFacts({ read }: ReadStage, sheet: Sheet): ReadingFacts {
  const changed: Changed | undefined = read.incremental === undefined ? undefined : readFact(sheet.changed);
  const listing: Listing = readFact(sheet.listing) ?? { leavesOut: [], paging: 'cursor' };
  // That a vendor gives a list whole, its description tells: no sheet has to say it of each object.
  const paging = read.paginate.kind === 'none' ? 'whole' : listing.paging;
  return { changed, listing: { ...listing, paging }, ceilings: readFact(sheet.ceilings) ?? {} };
}

/** All that decides how a list is read. Its address and the names of its fields do not. */
function keyOfRead({ read, object }: ReadStage, facts: ReadingFacts): string {
  const { paginate, incremental, format, parents, job, nextRequest, open } = read;
  const query = Object.values(read.request.query).filter((text) => text.includes('{'));
  return JSON.stringify([
    paginate,
    incremental,
    format.kind,
    object.key?.length,
    parents?.batch,
    job !== undefined,
    nextRequest,
    open,
    query,
    facts,
  ]);
}
