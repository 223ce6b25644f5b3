import { isDeepStrictEqual } from 'node:util';
import { type Block, firstId, lastId, type Version } from './blocks.ts';
import { type Decided, expectItem, type Expected } from './expect-item.ts';
import { judgeBatches } from './judge-batches.ts';
import { type Delivered, judgeEvents } from './judge-events.ts';
import type { EffectBody, Entry } from './vendor.ts';

/** What no life may break. */
export const itemInvariants = {
  once: 'each effect happens once, and none for no reason',
  lost: 'no effect and no item is lost',
  stuck: 'every item and every run comes to its end',
  heads: 'one item of a record is on its way at a time',
  joins: 'an item goes on once, behind all of its children, with what they gave',
  early: 'no wait ends before its time',
  decided: 'an answer counts once, and is read again the same',
  awaited: 'an event that is waited for counts, the first that comes, and once',
  undo: 'only what an item created is undone, once, the last first',
  after_end: 'nothing moves behind an end',
  turn: 'a run that waits holds nothing that others wait for',
  batched: 'an item is in one batch, and goes on with what that gave',
  gated: 'nothing is written behind a closed gate',
  counters: 'runs count what the vendor counts',
} as const;

export type ItemInvariant = keyof typeof itemInvariants;

export interface ItemViolation {
  invariant: ItemInvariant;
  message: string;
}

/** An item that has ended, with what was said to the hub of it. */
export interface EndedItem {
  key: string;
  seq: number;
  status: string;
  decided: Decided;
}

export interface LifeEvidence {
  blocks: readonly Block[];
  versions: ReadonlyMap<string, Version>;
  journal: readonly Entry[];
  items: readonly EndedItem[];
  /** Comments and answers that the hub took, by `ITEM STEP`; where the answer was lost, all that were sent. */
  taken: ReadonlyMap<string, readonly unknown[]>;
  /** What the hub took of events, by `ITEM STEP`. */
  delivered: ReadonlyMap<string, readonly Delivered[]>;
}

type Find = (invariant: ItemInvariant, message: string) => void;

/** Judges a life when all is over. @returns the first thing that must not be. */
export function judgeLife(evidence: LifeEvidence): ItemViolation | undefined {
  const found: ItemViolation[] = [];
  const find: Find = (invariant, message) => void found.push({ invariant, message });
  const journal = indexJournal(evidence.journal, find);
  const explained = new Set<string>();
  for (const item of evidence.items) judgeItem(item, evidence, { journal, explained }, find);
  for (const name of judgeBatches(evidence, journal, find)) explained.add(name);
  for (const { body, isClosed } of evidence.journal) {
    if (isClosed) find('gated', `${body.step} of ${body.who} came behind a closed gate.`);
  }
  for (const name of journal.keys()) if (!explained.has(name)) find('once', `${name} happened for no reason.`);
  return found[0];
}

/** One effect: where in the journal it was made and taken back. */
interface Effect {
  id: string;
  body: EffectBody;
  at: number;
  hour: number;
  undoneAt?: number;
}

function indexJournal(journal: readonly Entry[], find: Find): Map<string, Effect> {
  const effects = new Map<string, Effect>();
  for (const [at, { kind, id, body, hour }] of journal.entries()) {
    const name = `${body.step}@${body.who}`;
    const known = effects.get(name);
    if (kind === 'deleted') {
      if (known !== undefined) known.undoneAt = at;
      continue;
    }
    if (known !== undefined) find('once', `${name} happened twice.`);
    effects.set(name, { id, body, at, hour });
  }
  return effects;
}

interface Known {
  journal: ReadonlyMap<string, Effect>;
  explained: Set<string>;
}

function judgeItem(item: EndedItem, evidence: LifeEvidence, known: Known, find: Find): void {
  const { key, seq, status, decided } = item;
  const who = `${key}#${seq}`;
  const { journal, explained } = known;
  const mine = [...journal].filter(([name]) => name.endsWith(`@${who}`) || name.includes(`@${who}/`));
  const first = journal.get(`${firstId}@${who}`);
  if (first === undefined) {
    if (status !== 'interrupted' && status !== 'canceled') find('lost', `${who} is ${status}, and did not begin.`);
    return;
  }
  const version = evidence.versions.get(`${key} ${first.body.rev}`);
  if (version === undefined) return find('once', `${who} is of a version that was never there.`);
  for (const [name, { body }] of mine) {
    if (body.rev !== version.rev) find('once', `${name} is of the version ${body.rev}, not ${version.rev}.`);
  }
  judgeAnswers(who, item, evidence, find);
  const expected = expectItem(evidence.blocks, version, who, decided);
  const isEnded = status === 'interrupted' || status === 'canceled';
  if (!isEnded && status !== expected.status) find('lost', `${who} is ${status}, not ${expected.status}.`);
  for (const { must, may } of expected.blocks) for (const name of [...must, ...may]) explained.add(name);
  judgeUndo(who, expected, { mine, isEnded }, find);
  judgeOrder(who, expected, journal, find);
  judgeEvents({ ...item, who, isEnded, begun: first }, evidence, journal, find);
  if (!isEnded) {
    for (const { must } of expected.blocks) {
      for (const name of must) if (!journal.has(name)) find('lost', `${name} did not happen.`);
    }
  }
  const last = journal.get(`${lastId}@${who}`);
  if (last !== undefined) judgeLast(who, { body: last.body, version }, evidence, find);
}

/** Of each wait one answer counts; a decision that was taken stays, whatever time it is. */
function judgeAnswers(who: string, { decided, status }: EndedItem, { blocks, taken }: LifeEvidence, find: Find): void {
  for (const { id, kind } of blocks) {
    const said = taken.get(`${who} ${id}`) ?? [];
    if (said.length > 1) find('decided', `Of ${id}, ${who} took ${JSON.stringify(said)}.`);
    const [word] = said;
    if (kind !== 'approval' || typeof word !== 'string' || status === 'canceled' || status === 'interrupted') continue;
    const counted = decided.get(id);
    if (counted === undefined || !word.startsWith(counted))
      find('decided', `${who} was ${word}, and counts as ${counted ?? 'open'}.`);
  }
}

/** Of an item that was ended from outside, what was undone is only known to be its own. */
function judgeUndo(
  who: string,
  { undone }: Expected,
  { mine, isEnded }: { mine: [string, Effect][]; isEnded: boolean },
  find: Find,
): void {
  const due = new Set(undone.flat());
  for (const [name, { undoneAt }] of mine) {
    if (due.has(name) && undoneAt === undefined && !isEnded) find('undo', `${name} is not undone.`);
    if (!due.has(name) && undoneAt !== undefined && !isEnded) find('undo', `${name} was undone for no reason.`);
  }
  const at = new Map(mine.map(([name, { undoneAt }]) => [name, undoneAt]));
  let latest = -1;
  for (const group of undone) {
    const places = group.flatMap((name) => at.get(name) ?? []);
    if (places.some((place) => place < latest)) find('undo', `${who} was not undone the last first.`);
    latest = Math.max(latest, ...places);
  }
}

/** What is behind a block comes behind all of its effects, and behind a wait for a time when that is over. */
function judgeOrder(who: string, { blocks }: Expected, journal: ReadonlyMap<string, Effect>, find: Find): void {
  let [lastAt, lastHour, hoursBetween] = [-1, 0, 0];
  for (const { id, hours, must, may } of blocks) {
    hoursBetween = Math.max(hoursBetween, hours);
    const effects = must.flatMap((name) => journal.get(name) ?? []);
    const started = [...effects, ...may.flatMap((name) => journal.get(name) ?? [])];
    if (started.some(({ at }) => at < lastAt))
      find('joins', `${who} was at ${id} before it had come through what is before it.`);
    if (started.some(({ hour }) => hour < lastHour + hoursBetween)) find('early', `${who} was at ${id} too early.`);
    if (effects.length > 0) {
      lastAt = Math.max(...effects.map(({ at }) => at));
      lastHour = Math.max(...effects.map(({ hour }) => hour));
      hoursBetween = 0;
    }
  }
}

function judgeLast(
  who: string,
  { body, version }: { body: EffectBody; version: Version },
  { taken }: LifeEvidence,
  find: Find,
): void {
  for (const [id, joined] of Object.entries(body.joined ?? {})) {
    if (!isDeepStrictEqual(joined, version.list)) find('joins', `${who} joined ${JSON.stringify(joined)} of ${id}.`);
  }
  for (const [id, said] of [...Object.entries(body.comments ?? {}), ...Object.entries(body.answers ?? {})]) {
    if (!(taken.get(`${who} ${id}`) ?? []).includes(said))
      find('decided', `${who} goes by ${JSON.stringify(said)} of ${id}.`);
  }
}
