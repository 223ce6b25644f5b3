import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { toTeamLead } from '../flows/source-records.ts';
import { type Body, type Effect, openJournal } from './journal.ts';
import { plantFaults, plants } from './planted-faults.ts';
import { RecordStore } from './record-store.ts';

/**
 * Sources and targets of every flow over HTTP, in a process of their own: `node test/chaos/targets/world-server.ts JOURNAL
 * [PLANT]`. Prints its port on the first line.
 *
 * `GET /FLOW/source?page=1` reads; `/FLOW/records[/ID]` is written to; `GET /leads?ids=` completes records. Every write is
 * in the journal before it is answered. `/control` is the experimenter's.
 */
const [journalFile = '', plant] = process.argv.slice(2);

const body = z.record(z.string(), z.json());
/** How long a write is under way before it takes effect. Its answer takes longer: who is killed meanwhile cannot know. */
const wayMsMax = 8;
const plantedEvery = 50;

interface FlowState {
  store: RecordStore;
  source: Body[];
  pageSize: number;
  /** How long answers take at most: those of pages always, those of writes by chance. */
  pageMs: number;
  answerMs: number;
  /** Tokens that are let in; anything is where there are none. */
  tokens: string[];
  /** So many answers to writes are still to be withheld. */
  toLose: number;
}

const journal = openJournal(journalFile);
const happens = plantFaults(z.enum(plants).optional().parse(plant), plantedEvery);
const flows = new Map<string, FlowState>();

const server = createServer((request, response) => {
  serve(request, response).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    response.destroy();
  });
});
// The hub's connections outlive its pauses, so that no write meets a connection that is being closed.
server.keepAliveTimeout = 120_000;
process.stdin.once('end', () => process.exit()).resume();
server.listen(0, '127.0.0.1', () => {
  const address: AddressInfo | string | null = server.address();
  if (address !== null && typeof address === 'object') process.stdout.write(`${address.port}\n`);
});

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://world');
  const [, first = '', second = '', id] = url.pathname.split('/').map(decodeURIComponent);
  if (first === 'control') return control(second, request, response);
  if (first === 'leads') {
    return answer(response, 200, (url.searchParams.get('ids') ?? '').split(',').map(toTeamLead));
  }
  const flow = stateOf(first);
  const token = request.headers.authorization?.replace(/^Bearer /, '');
  if (flow.tokens.length > 0 && !flow.tokens.includes(token ?? '')) return answer(response, 401, { message: 'Who?' });
  if (second === 'source') {
    await sleep(flow.pageMs);
    const from = (Number(url.searchParams.get('page') ?? '1') - 1) * flow.pageSize;
    return answer(response, 200, flow.source.slice(from, from + flow.pageSize));
  }
  if (request.method === 'GET') return answer(response, 200, flow.store.find(url.searchParams.get('ref') ?? ''));
  const sent = request.method === 'DELETE' ? {} : body.parse(JSON.parse(await text(request)));
  await sleep(Math.random() * wayMsMax);
  if (sent['refused'] === true) return answer(response, 422, { message: 'Not this one' });
  const key = z.string().optional().parse(request.headers['idempotency-key']);
  const done = write(flow.store, { method: request.method ?? '', id, body: sent, key });
  if (done === undefined) return answer(response, 404, { message: 'No such record' });
  const lost = flow.toLose > 0;
  if (lost) flow.toLose -= 1;
  for (const effect of happens(done.effect)) journal.append(lost ? { ...effect, lost } : effect);
  if (lost) return void response.destroy();
  await sleep(Math.random() * flow.answerMs);
  answer(response, done.effect.outcome === 'created' ? 201 : 200, { id: done.id });
}

interface Write {
  method: string;
  id: string | undefined;
  body: Body;
  key: string | undefined;
}

function write(store: RecordStore, { method, id, body: sent, key }: Write): { effect: Effect; id: string } | undefined {
  if (method === 'POST') return store.create(sent, key);
  if (id === undefined) return undefined;
  const effect =
    method === 'PUT' ? store.put(id, sent) : method === 'PATCH' ? store.change(id, sent, key) : store.remove(id);
  return effect && { effect, id };
}

const order = z.object({
  flow: z.string(),
  source: z.array(body).optional(),
  page_size: z.number().optional(),
  page_ms: z.number().optional(),
  answer_ms: z.number().optional(),
  tokens: z.array(z.string()).optional(),
  lose: z.number().optional(),
});

async function control(what: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { flow: name, source, tokens, lose, ...paces } = order.parse(JSON.parse(await text(request)));
  const flow = stateOf(name);
  if (what !== 'set') return answer(response, 404, {});
  if (source !== undefined) flow.source = source;
  flow.pageSize = paces.page_size ?? flow.pageSize;
  flow.pageMs = paces.page_ms ?? flow.pageMs;
  flow.answerMs = paces.answer_ms ?? flow.answerMs;
  if (tokens !== undefined) flow.tokens = tokens;
  if (lose !== undefined) flow.toLose += lose;
  return answer(response, 200, {});
}

function stateOf(name: string): FlowState {
  const known = flows.get(name);
  if (known !== undefined) return known;
  const made = {
    store: new RecordStore(name),
    source: [],
    pageSize: 40,
    pageMs: 25,
    answerMs: 30,
    tokens: [],
    toLose: 0,
  };
  flows.set(name, made);
  return made;
}

function answer(response: ServerResponse, status: number, content: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}
