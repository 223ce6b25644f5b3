import { Pool } from 'undici';
import type { Json } from '../../core/json.ts';
import { Rng } from '../simulator/rng.ts';
import type { Document, Operation } from './document.ts';
import { type Caller, judgeCaller } from './judge-caller.ts';
import { judgeRepetition } from './judge-repetition.ts';
import { createJudge, type Finding, type ReceivedAnswer } from './judge.ts';
import { createMemory } from './memory.ts';
import { createShooter, plainShot, type Shot } from './shots.ts';

export interface Target {
  apiUrl: string;
  /** A key that may do everything, and what it must not be turned against: its own id. */
  key: string;
  keyIds: ReadonlySet<string>;
  /** A key of another organization. */
  foreignKey: string;
  /** What was sent with it so far, in all parts of a run: the other organization may be shown what it wrote itself. */
  mentioned: string[];
}

export interface Failure extends Finding {
  title: string;
  /** Repeats the request. */
  curl: string;
}

export interface Report {
  requests: number;
  failures: Failure[];
  /** Operations that never answered 2xx. */
  unreached: string[];
}

/** As many requests are under way at once. */
const lanes = 4;
const timeoutMs = 60_000;

/** Deleting is called less often than the rest, or nothing would be left to call the rest on. */
const deletesShare = 0.15;

/** Calls every operation of the document in turn, as its owner mostly, as somebody else and as nobody now and then. */
export async function fuzz(
  document: Document,
  target: Target,
  options: { requests: number; seed: number },
): Promise<Report> {
  const judge = createJudge(document);
  const memory = createMemory((id) => target.keyIds.has(id));
  const http = new Pool(target.apiUrl, { connections: lanes, headersTimeout: timeoutMs, bodyTimeout: timeoutMs });
  const failures = new Map<string, Failure>();
  const reached = new Set<string>();
  const { mentioned } = target;
  let sent = 0;

  const shoot = async (shot: Shot, caller: Caller): Promise<void> => {
    sent += 1;
    if (caller === 'foreigner') mentioned.push(shot.path, shot.body ?? '');
    const answer = await send(http, target, shot, caller).catch((cause: unknown) => {
      throw new Error(`No answer to ${toCurl(target, shot, caller)}`, { cause });
    });
    if (caller === 'owner' && answer.status < 300) {
      reached.add(shot.operation.title);
      memory.learn(shot.operation.path, dataOf(answer));
    }
    const findings = [...judge(shot, answer), ...judgeCaller(shot, answer, caller, { ids: memory.ids(), mentioned })];
    if (shot.headers['idempotency-key'] !== undefined) {
      sent += 1;
      const again = await send(http, target, shot, caller);
      findings.push(...judge(shot, again), ...judgeRepetition(answer, again));
    }
    for (const finding of findings) {
      const { title } = shot.operation;
      // One of each kind is enough to repair it.
      const name = `${title} ${finding.kind} ${finding.message.slice(0, 60)}`;
      if (!failures.has(name)) failures.set(name, { ...finding, title, curl: toCurl(target, shot, caller) });
    }
  };

  // Lists come first: what they name is what the rest is tried on.
  const toRead = document.operations.filter(({ method }) => method === 'GET');
  for (const operation of [...toRead, ...toRead]) await shoot(plainShot(operation, memory), 'owner');

  const perLane = Math.ceil((options.requests - sent) / lanes);
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const rng = new Rng(options.seed, `lane ${lane}`);
      const makeShot = createShooter(document, rng, memory);
      let turn: Operation[] = [];
      for (let n = 0; n < perLane; n += 1) {
        if (turn.length === 0)
          turn = shuffle(
            document.operations.filter(({ method }) => method !== 'DELETE' || rng.chance(deletesShare)),
            rng,
          );
        const operation = turn.pop();
        if (operation === undefined) continue;
        const draw = rng.next();
        await shoot(makeShot(operation), draw < 0.84 ? 'owner' : draw < 0.94 ? 'foreigner' : 'nobody');
      }
    }),
  );
  await http.close();
  const unreached = document.operations.map(({ title }) => title).filter((title) => !reached.has(title));
  return { requests: sent, failures: [...failures.values()], unreached };
}

/** `fetch` would tidy the path up before it is sent. */
async function send(http: Pool, target: Target, shot: Shot, caller: Caller): Promise<ReceivedAnswer> {
  const { statusCode, headers, body } = await http.request({
    method: shot.operation.method,
    path: shot.operation.base + shot.path,
    headers: { ...shot.headers, ...credentialOf(target, caller) },
    ...(shot.body === undefined ? {} : { body: shot.body }),
    // The other limits are for each part of an answer: one that never ends would pass them.
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: statusCode, headers, text: await body.text() };
}

function credentialOf(target: Target, caller: Caller): Record<string, string> {
  if (caller === 'nobody') return {};
  return { authorization: `Bearer ${caller === 'owner' ? target.key : target.foreignKey}` };
}

/** Of the success envelope; an answer of another kind, as an export, has none. */
function dataOf({ headers, text }: ReceivedAnswer): Json {
  if (!String(headers['content-type']).startsWith('application/json')) return null;
  const { data = null }: { data?: Json } = Object(JSON.parse(text));
  return data;
}

function toCurl({ apiUrl }: Target, shot: Shot, caller: Caller): string {
  const headers = {
    ...shot.headers,
    ...(caller === 'nobody' ? {} : { authorization: `Bearer $${caller === 'owner' ? 'KEY' : 'FOREIGN_KEY'}` }),
  };
  const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    `curl -sS --path-as-is -X ${shot.operation.method} ${quote(`${apiUrl}${shot.operation.base}${shot.path}`)}`,
    ...Object.entries(headers).map(
      ([name, value]) => `-H ${name === 'authorization' ? `"${name}: ${value}"` : quote(`${name}: ${value}`)}`,
    ),
    ...(shot.body === undefined ? [] : [`--data-binary ${quote(shot.body)}`]),
  ].join(' ');
}

function shuffle<Item>(list: Item[], rng: Rng): Item[] {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = rng.int(0, last);
    const [a, b] = [list[last], list[other]];
    if (a === undefined || b === undefined) continue;
    list[last] = b;
    list[other] = a;
  }
  return list;
}
