/**
 * What a vendor's records mean, as data: when one counts as changed, what a list leaves out, which field says who it is.
 *
 * A description of an API tells its form. These facts it does not tell, and a connector that gets one wrong loses or doubles
 * records without an error. They stand in `meaning.ts` beside the connector, each with the page of the vendor that states
 * it. Only tools and tests load them.
 */
import type { ConnectorErrorKind } from '../../../core/connector-error.ts';
import type { Json } from '../../../core/json.ts';
import type { FilterLanguage } from '../filters/languages.ts';

/**
 * A fact, with the vendor's page; or that there is no such thing; or that the vendor's pages do not say, and what the connector
 * does to be right either way; or that it is unknown, and why.
 */
export type Fact<Content, Careful = never> =
  | (Content & { page: string })
  | { none: string; page: string }
  | { notDocumented: NotDocumented<Careful> }
  | { unknown: string };

/** What the vendor's pages leave open. Only facts that a connector can be careful about can be so. */
export interface NotDocumented<Careful> {
  /** The pages that were read for it. */
  pages: readonly [string, ...string[]];
  /** What the connector does, as data: the contract suite plays the vendor in each of the ways that it leaves open. */
  careful: Careful;
}

/** What makes a record one that changed. */
export interface Changed {
  /** The field that tells, as records have it; of a feed or token, what it is called. */
  field: string;
  /** Its name where it is asked for. Absent: the last member of `field`. */
  askedAs?: string;
  /** Whether a record that changed at the very instant that is asked for is among the answers. */
  inclusive: boolean;
  /** Whose clock instants are written in: `account` is the user's own time zone. */
  zone: 'utc' | 'account';
  /** The smallest step that the vendor tells apart. */
  granularityMs: number;
  /** How long after a change it may be found only: `ms` by the page, or a margin of the hub's own where no page says. */
  late: { ms: number } | { marginMs: number };
  /** Changes that the field does not show. */
  misses: string;
}

/** Records that a list does not show, by their states: deactivated, archived, deleted. */
export interface Listing {
  leavesOut: readonly string[];
  /** The same of the list of what changed. Absent: it shows what the full list shows. */
  changesLeaveOut?: readonly string[];
  /** States that are left out unless a request has this parameter, such as `archived=true`, or a filter this condition. */
  shownOnRequest?: { states: readonly string[]; parameter: string; value?: string };
  /**
   * How pages are cut. By `position`, records move to earlier pages where others vanish, and are missed; by `key`, `cursor`
   * or `snapshot`, they do not. `whole`: all come at once.
   */
  paging: 'position' | 'key' | 'cursor' | 'snapshot' | 'whole';
}

export interface Deletes {
  /** A deleted record is marked, told of in a feed, has a state of its own, or is just no longer there. */
  seen: 'tombstone' | 'feed' | 'state' | 'absence';
  how: string;
}

export interface Identity {
  /** The field that integrations find records by. */
  field: string;
  unique: boolean;
  /** Whether `Anna` and `anna` are the same. */
  ignoresCase: boolean;
}

/** Changes are asked for again of a margin, and right whether an instant itself is among the answers or not. */
export interface CarefulChanged extends Omit<Changed, 'inclusive' | 'late'> {
  late: { marginMs: number };
}

/** Look-ups find both spellings, and reject a record that may be another one. */
export interface CarefulIdentity extends Omit<Identity, 'ignoresCase'> {
  compares: 'both_ways';
}

/** A look-up after a lost answer counts once the longest documented lag is over. @see undocumentedLagMs */
export interface CarefulLag {
  waits: 'longest_lag';
}

/** Pages go on until the vendor says that there are no more, however short one is. */
export interface CarefulCeilings {
  pages: 'of_any_size';
}

/** A refused right ends the reading or the write as `permission`, and is never taken for an end or a success. */
export interface CarefulScopes {
  refusals: 'stop';
}

export interface Ceilings {
  /** Records in a page, at most. */
  pageSize?: number;
  /** Records that one listing gives, at most, however many pages are asked for. */
  records?: number;
  /** Whether a page may be shorter than was asked for, and others behind it. */
  cutsShort?: true;
  /** The answer to a page behind them. Absent: the listing ends there as if there were no more. */
  beyond?: SampleAnswer;
}

/** An answer as the vendor gives it, and what it means. */
export interface SampleAnswer {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: Json;
  kind: ConnectorErrorKind;
}

export interface Scopes {
  read?: readonly string[];
  write?: readonly string[];
}

/** The facts of one object. */
export interface ObjectMeaning {
  changed: Fact<Changed, CarefulChanged>;
  listing: Fact<Listing>;
  deletes: Fact<Deletes>;
  identity: Fact<Identity, CarefulIdentity>;
  filter: Fact<{ languages: readonly FilterLanguage[] }>;
  /** How long after a write a search may still miss it. There is none where no write looks its record up. */
  lag: Fact<{ ms: number }, CarefulLag>;
  ceilings: Fact<Ceilings, CarefulCeilings>;
  /** What an expired or refused login looks like. */
  login: Fact<{ answers: readonly SampleAnswer[] }>;
  /** Errors within answers whose status says success. */
  errorsInside: Fact<{ answers: readonly SampleAnswer[] }>;
  scopes: Fact<Scopes, CarefulScopes>;
}

export type FactName = keyof ObjectMeaning;

/** The sheets of a connector: facts that all its objects share, and those of each. */
export interface Meaning {
  /** When the pages were read that it names. Absent: not all of them were, so no sheet counts as complete. */
  asOf?: string;
  all: Partial<ObjectMeaning>;
  objects: Readonly<Record<string, Partial<ObjectMeaning>>>;
}

const factTitles: Readonly<Record<FactName, string>> = {
  changed: 'Changed when',
  listing: 'A list leaves out',
  deletes: 'Deletions',
  identity: 'Identified by',
  filter: 'Filters',
  lag: 'Found after a write',
  ceilings: 'Limits of lists',
  login: 'A refused login',
  errorsInside: 'Errors within successes',
  scopes: 'Scopes',
};

export const factNames: readonly FactName[] = [
  'changed',
  'listing',
  'deletes',
  'identity',
  'filter',
  'lag',
  'ceilings',
  'login',
  'errorsInside',
  'scopes',
];

export function titleOfFact(name: FactName): string {
  return factTitles[name];
}

/** The facts of an object, those that all share included. */
export function readSheet({ all, objects }: Meaning, object: string): Partial<ObjectMeaning> {
  return { ...all, ...(Object.hasOwn(objects, object) ? objects[object] : {}) };
}

/** Facts that an object's sheet lacks, or says to be unknown. */
export function listOpenFacts(sheet: Partial<ObjectMeaning>): FactName[] {
  return factNames.filter((name) => {
    const fact = sheet[name];
    return fact === undefined || 'unknown' in fact;
  });
}

/** Facts that the vendor's pages leave open, and that the connector is careful about. */
export function listNotDocumented(sheet: Partial<ObjectMeaning>): FactName[] {
  return factNames.filter((name) => {
    const fact = sheet[name];
    return fact !== undefined && 'notDocumented' in fact;
  });
}

/** The content of a fact that is known and is about something. */
export function readFact<Content extends object>(fact: Fact<Content, unknown> | undefined): Content | undefined {
  return fact === undefined || 'unknown' in fact || 'none' in fact || 'notDocumented' in fact ? undefined : fact;
}

/** What a fact leaves open, if its vendor's pages do not say it. */
export function readOpen<Careful>(fact: Fact<object, Careful> | undefined): NotDocumented<Careful> | undefined {
  return fact !== undefined && 'notDocumented' in fact ? fact.notDocumented : undefined;
}

export function readLateMs({ late }: Changed): number {
  return 'ms' in late ? late.ms : late.marginMs;
}
