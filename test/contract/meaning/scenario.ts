import type {
  Ceilings,
  Changed,
  FactName,
  Listing,
  ObjectMeaning,
  SampleAnswer,
} from '../../../connectors/kit/meaning/meaning.ts';

/** A course of events that follows from a fact of a sheet. Where a sheet does not know the fact, it is not played. */
export type Scenario = ReadingScenario | AnswerScenario | LookUpScenario;

/** What happens to the system, in order, and when the hub reads it. */
export type Act =
  /** The hub reads all records, or what changed since its last reading. `meanwhile` happens behind the first page of it. */
  | { act: 'read'; what: 'all' | 'changes'; meanwhile?: readonly Act[] }
  /** A record changes, which can be found `lateMs` later. */
  | { act: 'change'; row: number; lateMs?: number }
  | { act: 'insert'; at: 'first' | 'last' }
  | { act: 'remove'; row: number }
  | { act: 'wait'; ms: number };

/** Facts that readings go by; those that a sheet does not have are as plain as can be. */
export interface ReadingFacts {
  changed: Changed | undefined;
  listing: Listing;
  ceilings: Ceilings;
}

/** A list is read while its records change. What has to arrive follows from the acts. */
export interface ReadingScenario {
  kind: 'reading';
  name: string;
  from: FactName;
  applies(facts: ReadingFacts): boolean;
  /** Records that are there at the beginning, each with its state if it is no ordinary one. */
  rows(facts: ReadingFacts): readonly (string | undefined)[];
  acts(facts: ReadingFacts): readonly Act[];
  /** An error is right as well: it says that something is missing. */
  mayFail?: true;
}

/** The vendor answers a reading, or a write, as the sheet shows: what it means must come out, and no end and no success. */
export interface AnswerScenario {
  kind: 'answers';
  name: string;
  from: FactName;
  answers(sheet: Partial<ObjectMeaning>): readonly SampleAnswer[];
}

/** A record is written that the system has already: it is changed or refused, and never there twice. */
export interface LookUpScenario {
  kind: 'look-up';
  name: string;
  from: FactName;
  /** What the system's record is identified by, and what the hub's has there. */
  pairs(): readonly { stored: string; written: string; isSame: 'always' | 'without_case' }[];
  /** The record is created first, and its answer is lost: it is looked up as soon as the connector says. */
  isLost?: true;
}

/** Whether a sheet knows a fact, be it that there is no such thing. */
export function knows(sheet: Partial<ObjectMeaning>, name: FactName): boolean {
  const fact = sheet[name];
  return fact !== undefined && !('unknown' in fact);
}
