import { isDeepStrictEqual } from 'node:util';
import type { Effect } from '../targets/journal.ts';
import type { Decision, ItemFinding, JoinersEvidence, Said } from './evidence.ts';
import { type Joiner, places, restMs, toPieces } from './joiners.ts';

/** Compares the targets' own journals with what must have become of each joiner. */
export function judgeJoiners(evidence: JoinersEvidence): ItemFinding[] {
  const journal = new Journal(evidence.effects);
  return [
    ...evidence.openRuns.map((run): ItemFinding => ({ kind: 'lost', message: `The run ${run} does not end.` })),
    ...journal
      .strangers(evidence.joiners)
      .map((message): ItemFinding => ({ kind: 'doubled', message: `${message} was written for no reason.` })),
    ...evidence.joiners.flatMap((joiner) => judgeJoiner(joiner, evidence, journal)),
  ];
}

function judgeJoiner(joiner: Joiner, evidence: JoinersEvidence, journal: Journal): ItemFinding[] {
  const { id, refused } = joiner;
  const findings: ItemFinding[] = [];
  const find = (kind: ItemFinding['kind'], message: string): void => void findings.push({ kind, message });
  const expectOne = (place: string, ref: string, times: 0 | 1): void => {
    const made = journal.count(place, ref, 'created');
    if (made < times) find('lost', `${ref} is not in ${place}.`);
    if (made > times) find('doubled', `${ref} was created ${made} times in ${place}, not ${times}.`);
  };
  const decision = judgeDecision(id, evidence, find);
  const isApproved = decision?.decision === 'approve';
  for (const place of [places.orders, places.notes, places.people]) expectOne(place, id, 1);
  for (const piece of toPieces(joiner)) expectOne(places.pieces, piece, 1);
  expectOne(places.accounts, id, isApproved ? 1 : 0);
  expectOne(places.badges, id, isApproved && !refused ? 1 : 0);
  expectOne(places.mails, id, isApproved && !refused ? 1 : 0);
  const undone = journal.count(places.accounts, id, 'deleted');
  if (isApproved && refused && undone === 0) find('lost', `The account of ${id} is not undone.`);
  if (undone > (isApproved && refused ? 1 : 0)) find('doubled', `The account of ${id} was deleted ${undone} times.`);
  judgeJoins(joiner, journal, find);
  judgeMail(id, { decision, evidence, journal }, find);
  judgeItem(id, decision === undefined ? undefined : toStatus(decision, refused), evidence, find);
  return findings;
}

type Find = (kind: ItemFinding['kind'], message: string) => void;

/** What counts: what the hub took, or, where its answer was lost, what it tells. */
function judgeDecision(id: string, { decisions, decided }: JoinersEvidence, find: Find): Decision | undefined {
  const said = decisions.get(id);
  const answered = decided.get(id) ?? [];
  const taken = said?.taken ?? [];
  if (said === undefined) {
    find('lost', `Nobody was asked about ${id}.`);
    return undefined;
  }
  if (taken.length > 1) find('decisions_wrong', `${taken.length} decisions on ${id} were taken.`);
  if (answered.length !== 1) find('decisions_wrong', `The hub tells of ${answered.length} decisions on ${id}.`);
  const [counted] = answered;
  if (taken[0] !== undefined && counted !== undefined && !isDeepStrictEqual(taken[0], counted)) {
    find('decisions_wrong', `${id}: took ${JSON.stringify(taken[0])}, and tells of ${JSON.stringify(counted)}.`);
  }
  return taken[0] ?? counted;
}

/** Behind a loop and behind branches, an item goes on once, when all of its children have ended. */
function judgeJoins(joiner: Joiner, journal: Journal, find: Find): void {
  const { id } = joiner;
  const pieces = toPieces(joiner);
  const row = journal.first(places.people, id);
  if (journal.count(places.people, id, 'changed') > 0) find('joins_wrong', `The row of ${id} was changed afterwards.`);
  if (row !== undefined && row.body?.['rev'] !== pieces.length) {
    find(
      'joins_wrong',
      `The row of ${id} was joined of ${JSON.stringify(row.body?.['rev'])} pieces, not ${pieces.length}.`,
    );
  }
  for (const piece of pieces) {
    const made = journal.first(places.pieces, piece);
    if (row !== undefined && made !== undefined && made.at > row.at) {
      find('joins_wrong', `${id} went on before ${piece} was there.`);
    }
  }
  const mail = journal.first(places.mails, id);
  if (mail !== undefined && !isDeepStrictEqual(mail.body?.['pieces'], pieces)) {
    find('joins_wrong', `The mail of ${id} has the pieces ${JSON.stringify(mail.body?.['pieces'])}.`);
  }
  const after = journal.first(places.accounts, id) ?? mail;
  const note = journal.first(places.notes, id);
  if (after !== undefined && (note === undefined || note.at > after.at || row === undefined || row.at > after.at)) {
    find('joins_wrong', `${id} went on before both of its branches had ended.`);
  }
}

/** What the last effect says of the answers that counted; no wait ended too early. */
function judgeMail(
  id: string,
  { decision, evidence, journal }: { decision: Decision | undefined; evidence: JoinersEvidence; journal: Journal },
  find: Find,
): void {
  const order = journal.first(places.orders, id);
  const note = journal.first(places.notes, id);
  if (order !== undefined && note !== undefined && note.at < order.at + restMs) {
    find('decisions_wrong', `The moment of ${id} ended after ${Math.round(note.at - order.at)} ms.`);
  }
  const answered = evidence.answers.get(id);
  if ((answered?.taken.length ?? 0) > 1) find('decisions_wrong', `${id} was called back twice, and took both.`);
  const account = journal.first(places.accounts, id);
  const askedAt = Math.max(evidence.decisions.get(id)?.at ?? 0, answered?.at ?? 0);
  if (account !== undefined && account.at < askedAt + restMs)
    find('decisions_wrong', `The rest of ${id} was cut short.`);
  const mail = journal.first(places.mails, id);
  if (mail === undefined) return;
  if (mail.body?.['comment'] !== decision?.comment) {
    find('decisions_wrong', `The mail of ${id} says ${JSON.stringify(mail.body?.['comment'])}.`);
  }
  if (!isOneOf(answered, mail.body?.['answer'])) {
    find('decisions_wrong', `The mail of ${id} has the answer ${JSON.stringify(mail.body?.['answer'])}.`);
  }
}

function isOneOf(said: Said<number> | undefined, answer: unknown): boolean {
  const possible = said === undefined ? [] : said.taken.length > 0 ? said.taken : said.sent;
  return possible.some((one) => one === answer);
}

function toStatus({ decision }: Decision, refused: boolean): string {
  return decision === 'reject' ? 'skipped' : refused ? 'failed' : 'succeeded';
}

function judgeItem(id: string, status: string | undefined, { items }: JoinersEvidence, find: Find): void {
  const found = items.filter(({ key }) => key === id);
  if (found.length === 0) find('lost', `There is no item of ${id}.`);
  if (found.length > 1) find('doubled', `There are ${found.length} items of ${id}.`);
  for (const item of found) {
    if (status !== undefined && item.status !== status)
      find('lost', `The item of ${id} is ${item.status}, not ${status}.`);
  }
}

/** What the targets noted. Repeats that changed nothing are no effects. */
class Journal {
  readonly #effects = new Map<string, Effect[]>();

  constructor(effects: readonly Effect[]) {
    for (const effect of effects) {
      if (effect.outcome === 'replayed' || effect.outcome === 'same' || effect.outcome === 'absent') continue;
      const name = `${effect.flow} ${effect.ref}`;
      this.#effects.set(name, [...(this.#effects.get(name) ?? []), effect]);
    }
  }

  first(place: string, ref: string): Effect | undefined {
    return this.#effects.get(`${place} ${ref}`)?.[0];
  }

  count(place: string, ref: string, outcome: Effect['outcome']): number {
    return this.#effects.get(`${place} ${ref}`)?.filter((effect) => effect.outcome === outcome).length ?? 0;
  }

  /** What no joiner explains. */
  strangers(joiners: readonly Joiner[]): string[] {
    const known = new Set(joiners.flatMap((joiner) => [joiner.id, ...toPieces(joiner)]));
    return [...this.#effects.keys()].filter((name) => !known.has(name.slice(name.indexOf(' ') + 1)));
  }
}
