import { readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import type { HttpConnector } from '../../connectors/kit/connector.ts';
import { judgeAnswer } from '../../connectors/kit/http/error-rules.ts';
import { type HttpAnswer, interpretPage, interpretWrite } from '../../connectors/drivers/http/exchange/interpret.ts';
import { parseJson } from '../../connectors/kit/type-guards.ts';
import {
  planFixed,
  type Planned,
  planPage,
  type PlanScope,
  planWrite,
} from '../../connectors/drivers/http/exchange/plan.ts';
import { canonicalJson, isJsonObject, type Json } from '../../core/json.ts';
import type { Effect } from '../../core/records.ts';
import { listUses, type OperationUse, sampleBaseUrl } from '../../tools/contract/operation-uses.ts';
import { sampleForms } from '../../tools/contract/sample-forms.ts';
import type { Problem } from './problem.ts';

/**
 * A request and its answer as the vendor's documentation shows them, in `connectors/ID/exchanges/*.json`: for operations
 * without a description, and for what a description leaves out.
 */
const Exchange = z.strictObject({
  /** A use: `users.list`, `users.create`, `users.upsert/update`. */
  use: z.string(),
  /** The page that shows it, and when it was read. */
  source: z.url({ protocol: /^https$/ }),
  asOf: z.iso.date(),
  /** Of a write: the record, and its id in the target where that is known. */
  record: z.record(z.string(), z.json()).optional(),
  targetId: z.string().optional(),
  request: z.strictObject({
    method: z.string(),
    /** Path and query behind the base address. */
    path: z.string(),
    body: z.json().optional(),
  }),
  response: z.strictObject({
    status: z.int(),
    headers: z.record(z.string().toLowerCase(), z.string()).default({}),
    body: z.json().optional(),
  }),
  expect: z.strictObject({
    records: z.array(z.record(z.string(), z.json())).optional(),
    hasNext: z.boolean().optional(),
    outcome: z.string().optional(),
    targetId: z.string().optional(),
    /** Kind of the error that the answer means. */
    error: z.string().optional(),
  }),
});

type Exchange = z.infer<typeof Exchange>;

const connectorsDir = new URL('../../connectors/', import.meta.url);

/** L4: does a connector send and understand what the documentation shows? */
export function checkExchanges(connector: HttpConnector): Problem[] {
  return readExchanges(connector.id).flatMap(({ name, exchange }) => {
    const use = listUses(connector).find(({ id }) => id === exchange.use);
    const details = use === undefined ? ['There is no such use.'] : compare(connector, use, exchange);
    return details.map((detail) => ({ use: exchange.use, rule: 'exchange', detail: `${name}: ${detail}` }) as const);
  });
}

function readExchanges(id: string): { name: string; exchange: Exchange }[] {
  const folder = new URL(`${id}/exchanges/`, connectorsDir);
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.map((name) => ({
    name,
    exchange: Exchange.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))),
  }));
}

function compare(connector: HttpConnector, use: OperationUse, exchange: Exchange): string[] {
  const scope = { baseUrl: sampleBaseUrl(connector), config: sampleForms(connector).config };
  const planned = plan(use, exchange, scope);
  if (!planned.ok) return [planned.fault.message];
  const { method, url, body } = planned.plan;
  const sent = { method, path: url.replace(scope.baseUrl.replace(/\/+$/, ''), ''), body: body && parseJson(body) };
  const got = interpret(connector, use, exchange, url);
  return [
    ...(canonicalJson(sent) === canonicalJson(exchange.request) ? [] : [`It sends ${canonicalJson(sent)}.`]),
    ...(canonicalJson(got) === canonicalJson(exchange.expect) ? [] : [`It understands ${canonicalJson(got)}.`]),
  ];
}

function plan({ request, call }: OperationUse, exchange: Exchange, scope: PlanScope): Planned {
  if (call.kind === 'read' && call.read.kind === 'pages') return planPage(call.read, null, scope);
  if (call.kind !== 'write' || call.part === 'find') return planFixed(request, scope);
  return planWrite(call.write, toEffect(exchange, call.operation), exchange.targetId, scope);
}

function toEffect({ record = {} }: Exchange, operation: Effect['operation']): Effect {
  return { effectId: 'effect-1', operation, sourceKey: 'key-1', targetId: undefined, body: record };
}

/** What the answer comes to, in the terms of `expect`; of records, the fields that are expected. */
function interpret(
  connector: HttpConnector,
  { call }: OperationUse,
  exchange: Exchange,
  url: string,
): Exchange['expect'] {
  const { status, headers, body } = exchange.response;
  const text = body === undefined ? '' : JSON.stringify(body);
  const fault = judgeAnswer(connector.errors, connector.limits, { status, headers, text }, Date.now());
  const answer: HttpAnswer = { status, headers, body: Buffer.from(text), url, fault };
  if (call.kind === 'write' && call.part !== 'find') {
    const effect = toEffect(exchange, call.operation);
    const written = interpretWrite(call.write, effect, call.part === 'update', answer);
    const { outcome } = written.result;
    const targetId = 'targetId' in written.result ? written.result.targetId : undefined;
    const error = 'fault' in written ? { error: written.fault.kind } : {};
    return { outcome, ...(targetId === undefined ? {} : { targetId }), ...error };
  }
  if (fault !== undefined) return { error: fault.kind };
  if (call.kind !== 'read' || call.read.kind !== 'pages') return {};
  const page = interpretPage(call.read, answer, null, () => true);
  if ('fault' in page) return { error: page.fault.kind };
  const records = page.records.map((record, index) => pick(record, exchange.expect.records?.[index]));
  return { records, hasNext: page.next !== undefined };
}

function pick(record: Json, wanted: Json | undefined): Record<string, Json> {
  if (!isJsonObject(record)) return {};
  const names = isJsonObject(wanted) ? Object.keys(wanted) : Object.keys(record);
  return Object.fromEntries(names.map((name) => [name, record[name] ?? null]));
}
