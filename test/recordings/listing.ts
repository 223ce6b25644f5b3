import { parseJson, toJsonObject } from '../../connectors/kit/type-guards.ts';
import { canonicalJson, type Json } from '../../core/json.ts';
import { type Interaction, isCutOff } from './interaction.ts';
import type { ReplayRequest, Script } from './replay-server.ts';

/** One reading of a recorded listing: serves its first page to whatever is asked first, then the pages that are asked for. */
export class Listing {
  readonly served: Interaction[] = [];
  /** A page was asked for that nobody recorded: the reading ends there, and nothing can be said of the rest. */
  isCut = false;
  readonly #head: Interaction;
  readonly #others: readonly Interaction[];
  #first: ReplayRequest | undefined;

  /** @param others What else may be asked for, in the order in which it was recorded. */
  constructor(head: Interaction, others: readonly Interaction[]) {
    this.#head = head;
    this.#others = others.filter((other) => isResult(other) && !isCutOff(other));
  }

  /** Parameters that were sent, by name. */
  readonly sent = new Map<string, string>();

  /** Parameters of the recorded request that the connector does not send: its answer may have another form for them. */
  get foreignParameters(): string[] {
    return Object.keys(this.#head.query).filter((name) => this.#first?.query[name] === undefined);
  }

  readonly script: Script = (request) => {
    const found = this.#first === undefined ? this.#head : this.#find(request, this.#first);
    this.#first ??= request;
    for (const [name, value] of Object.entries(request.query)) this.sent.set(name, value);
    if (found === undefined) this.isCut = true;
    else this.served.push(found);
    return found;
  };

  #find(request: ReplayRequest, first: ReplayRequest): Interaction | undefined {
    const open = this.#others.filter((other) => other.method === request.method && !this.served.includes(other));
    const there = open.filter((other) => isSamePath(other.path, request.path));
    return (
      there.find((other) => isSameQuery(other, request.query)) ??
      open.find((other) => other.path === this.#head.path && this.#isAsked(other, request, first)) ??
      there.find((other) => isPartOf(other, request.query, first.query))
    );
  }

  /**
   * Whether a recorded request stands to the recorded head as a request stands to the first one: the connector chooses
   * sizes and filters, the recording its own, and only what leads from page to page must agree.
   */
  #isAsked(other: Interaction, request: ReplayRequest, first: ReplayRequest): boolean {
    const { query } = this.#head;
    const moved = Object.entries(request.query).filter(([name, value]) => first.query[name] !== value);
    const shifted = moved.map(([name, value]) => [name, shift(value, first.query[name], query[name])]);
    if (!isSameQuery(other, { ...query, ...Object.fromEntries(shifted) })) return false;
    const [before, after] = [toBody(first), toBody(request)];
    const recorded = toJsonObject(other.request_body);
    return Object.entries(after).every(([name, value]) => isSame(before[name], value) || isSame(recorded[name], value));
  }
}

export function isResult({ status }: Interaction): boolean {
  return status >= 200 && status < 300;
}

/** A page number or offset, where the recorded listing begins at another than the connector's reading did. */
function shift(value: string, first: string | undefined, recorded: string | string[] | undefined): string {
  const by = Number(recorded) - Number(first);
  return Number.isInteger(by) && /^\d+$/.test(value) ? String(Number(value) + by) : value;
}

/** Recorded paths may lack what the connector's base address has before them. */
function isSamePath(recorded: string, asked: string): boolean {
  return asked === recorded || asked.endsWith(recorded) || decodeURI(asked) === recorded;
}

function isSameQuery({ query }: Interaction, asked: Readonly<Record<string, string | string[]>>): boolean {
  const names = Object.keys(asked);
  return (
    names.length === Object.keys(query).length && names.every((name) => String(query[name]) === String(asked[name]))
  );
}

/** A client may follow a link without all of its parameters, if it keeps the one that leads on. */
function isPartOf({ query }: Interaction, asked: ReplayRequest['query'], first: ReplayRequest['query']): boolean {
  const entries = Object.entries(query);
  return (
    entries.every(([name, value]) => String(value) === asked[name]) &&
    entries.some(([name]) => asked[name] !== first[name])
  );
}

function toBody({ body }: ReplayRequest): Record<string, Json> {
  try {
    return body === '' ? {} : toJsonObject(parseJson(body));
  } catch {
    return {};
  }
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return canonicalJson(a) === canonicalJson(b);
}
