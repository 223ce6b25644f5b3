import { setTimeout } from 'node:timers/promises';
import type postgres from 'postgres';
import type { Database } from '../../../drizzle/index.ts';

/** What befalls a worker, counted by its transactions. */
export type Fault =
  | { kind: 'none' }
  /** One commit does not happen, or happens and is not answered. With `dies`, the worker comes to none behind it. */
  | { kind: 'commit'; at: number; fate: 'forgotten' | 'answer lost'; dies: boolean }
  /** Stands still before a transaction, until it is let go: another one takes its place meanwhile. */
  | { kind: 'freeze'; at: number };

/** Somebody acts right before one of a worker's commits. What this transaction holds up goes on behind its end. */
export interface Meeting {
  at: number;
  act: () => Promise<void>;
}

/** So long a commit waits for who acts before it. */
const meetingMs = 60;

export class Killed extends Error {}

export interface FaultyDatabase {
  database: Database;
  /** Resolves when the worker stands still, or is dead: whatever it tries from then on fails. */
  gone: Promise<void>;
  /** Lets it move again. */
  thaw(): void;
}

/** Changes the text of statements: a bug planted in SQL. It gets what stands between values. */
export type Mutation = (text: string) => string;

export function makeFaulty(
  database: Database,
  fault: Fault,
  { mutate, meeting }: { mutate?: Mutation | undefined; meeting?: Meeting | undefined } = {},
): FaultyDatabase {
  const [gone, thawed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let [reserved, commits, isDead] = [0, 0, false];
  const commit = async (connection: postgres.ReservedSql, send: () => PromiseLike<unknown>): Promise<unknown> => {
    commits += 1;
    if (commits === meeting?.at) await Promise.race([meeting.act(), setTimeout(meetingMs)]);
    if (fault.kind !== 'commit' || commits !== fault.at) return send();
    isDead = fault.dies;
    await (fault.fate === 'forgotten' ? connection`rollback`.execute() : send());
    if (isDead) gone.resolve();
    throw new Killed('The worker was killed.');
  };
  const reserve = async (): Promise<postgres.ReservedSql> => {
    reserved += 1;
    if (isDead) throw new Killed('The worker is dead.');
    if (fault.kind === 'freeze' && reserved === fault.at) {
      gone.resolve();
      await thawed.promise;
    }
    const connection = await database.sql.reserve();
    return new Proxy(connection, {
      apply: (target, self, [strings, ...values]: [unknown, ...unknown[]]) => {
        const text = isTemplate(strings) && mutate !== undefined ? rewrite(strings, mutate) : strings;
        const query: postgres.PendingQuery<postgres.Row[]> = Reflect.apply(target, self, [text, ...values]);
        if (!isTemplate(strings) || strings[0] !== 'commit') return query;
        return { execute: () => commit(connection, () => query.execute()) };
      },
    });
  };
  const sql = new Proxy(database.sql, {
    get: (target, name, receiver) => (name === 'reserve' ? reserve : Reflect.get(target, name, receiver)),
  });
  return { database: { ...database, sql }, gone: gone.promise, thaw: thawed.resolve };
}

function isTemplate(value: unknown): value is TemplateStringsArray {
  return Array.isArray(value) && 'raw' in value;
}

const rewritten = new WeakMap<Mutation, WeakMap<TemplateStringsArray, TemplateStringsArray>>();

function rewrite(strings: TemplateStringsArray, mutate: Mutation): TemplateStringsArray {
  const known = rewritten.get(mutate) ?? new WeakMap<TemplateStringsArray, TemplateStringsArray>();
  rewritten.set(mutate, known);
  const made = known.get(strings) ?? Object.assign(strings.map(mutate), { raw: strings.raw });
  known.set(strings, made);
  return made;
}
