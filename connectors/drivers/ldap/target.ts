import { Attribute, Change, type Client, type Entry } from 'ldapts';
import type { Json, JsonObject } from '../../../core/json.ts';
import type {
  Effect,
  EffectResult,
  FindResult,
  IdempotencyClass,
  RecordTarget,
  WriteLease,
  WriteReport,
} from '../../../core/records.ts';
import type { WriteDescription } from '../../kit/describe-object.ts';
import { type Fault, FaultError } from '../../kit/fault.ts';
import { runConcurrently } from '../shared/run-concurrently.ts';
import { toPlainText } from '../../kit/type-guards.ts';
import type { TargetRequest } from '../shared/session.ts';
import { toRejection, writeEach, type WriteStep } from '../shared/write-each.ts';
import { windowClosed, WriteWindow } from '../shared/write-window.ts';
import { type LdapOutcome } from './connection.ts';
import type { LdapContext } from './context.ts';
import { compareValues, escapeName, splitName, toNameKey, toRecord, toValues } from './entry.ts';
import { withValues } from '../../kit/ldap/filter.ts';
import { alreadyExists, noSuchObject } from './ldap-fault.ts';
import type { AttributeValue, LdapWrite } from '../../kit/ldap/operations.ts';
import { completeEntries } from './ranges.ts';
import { attributesOf } from './search.ts';
import { operationTimeoutMs, toDirectoryName, writeTimeoutMs } from '../../kit/ldap/settings.ts';
import { messages } from '../../../core/messages.ts';

/** Maximum concurrent effects of one batch. */
const concurrency = 8;

/** The outcome of a step of an effect: a result, or a fault. */
type Step<Value> = { value: Value } | { result: EffectResult; fault?: Fault };

/**
 * Writes records as entries: finds the entry of a record by its match fields, or by its name where there are none, then adds it or
 * changes what differs.
 */
export class LdapTarget implements RecordTarget {
  readonly idempotency: IdempotencyClass;
  readonly system: string;
  readonly fingerprint: string;
  readonly requestTimeoutMs = operationTimeoutMs;
  readonly writeTimeoutMs = writeTimeoutMs;
  readonly searchLagMs = 0;
  readonly keyTtlMs = 0;
  readonly batchMax = 100;
  readonly #context: LdapContext;
  readonly #request: TargetRequest;
  readonly #write: LdapWrite;
  readonly #base: string;

  constructor(context: LdapContext, request: TargetRequest, write: LdapWrite, description: WriteDescription) {
    this.#context = context;
    this.#request = request;
    this.#write = write;
    this.#base = write.base ?? context.settings.baseDn;
    this.idempotency = description.idempotency;
    const { connectorId } = context.settings;
    this.system = `${connectorId}:${toDirectoryName(context.settings)}/${toNameKey(this.#base)}`;
    this.fingerprint = `${this.system} ${request.object} by ${request.matchOn.join(', ')}`;
  }

  write(effects: readonly Effect[], lease?: WriteLease): Promise<WriteReport> {
    const window = new WriteWindow(this.#context.clock, this, lease);
    return writeEach(effects, {
      concurrency,
      writeOne: (effect) => this.#writeOne(effect, window),
      toError: (fault) => this.#context.toError(this.#request.operation, fault),
    });
  }

  async find(effects: readonly Effect[], signal: AbortSignal): Promise<FindResult[]> {
    const results = effects.map((): FindResult => ({ found: false }));
    await runConcurrently(effects, concurrency, async ({ body }, index) => {
      const found = await this.#findEntry(body, undefined, signal);
      if ('fault' in found && found.fault !== undefined)
        throw this.#context.toError(this.#request.operation, found.fault);
      if ('result' in found && found.result.outcome === 'rejected')
        results[index] = { found: false, refused: found.result.message };
      if (!('value' in found) || found.value === undefined) return;
      const { changes } = this.#compare(found.value, body);
      results[index] = { found: true, targetId: undefined, matchesBody: changes.length === 0 };
    });
    return results;
  }

  async #writeOne(effect: Effect, window: WriteWindow): Promise<WriteStep> {
    await this.#context.acquirePermit();
    const step = await this.#carryOut(effect, window);
    return 'value' in step ? { result: step.value } : step;
  }

  async #carryOut({ body, operation }: Effect, window: WriteWindow): Promise<Step<EffectResult>> {
    const unmatched = this.#request.matchOn.find((name) => isEmpty(body[name]));
    if (unmatched !== undefined) return { result: rejectUnmatched(unmatched) };
    const found = await this.#findEntry(body, window);
    if (!('value' in found)) return found;
    const entry = found.value;
    if (operation === 'delete')
      return entry === undefined ? { value: { outcome: 'deleted' } } : this.#delete(entry, window);
    if (entry !== undefined) {
      return operation === 'create' ? { result: rejectExisting } : this.#change(entry, body, window);
    }
    if (operation === 'update') return { result: rejectMissing };
    const added = await this.#add(body, window);
    if (operation === 'create' || 'value' in added || added.code !== alreadyExists) return added;
    // Another write created it meanwhile, so it can be changed now.
    const late = await this.#findEntry(body, window);
    return 'value' in late && late.value !== undefined ? this.#change(late.value, body, window) : added;
  }

  /** @throws {FaultError} `validation` when a match field holds no value of an attribute. */
  async #findEntry(body: JsonObject, window?: WriteWindow, signal?: AbortSignal): Promise<Step<Entry | undefined>> {
    const { format, scope, filter } = this.#write;
    const { matchOn } = this.#request;
    const dn = this.#toSearchedName(body);
    const terms = matchOn
      .filter((name) => name !== 'dn')
      .map((attribute) => ({ attribute, value: toValues(attribute, body[attribute] ?? null, format)[0] ?? '' }));
    const names = Object.keys(this.#toAttributes(body, {}));
    const options = {
      ...attributesOf(format, ['objectClass', ...names, ...(format.encodeNeeds ?? [])]),
      scope: dn === undefined ? scope : ('base' as const),
      filter: withValues(filter, terms),
      sizeLimit: 2,
    };
    const search = async (client: Client): Promise<Entry[]> =>
      completeEntries(client, (await client.search(dn ?? this.#base, options)).searchEntries);
    const outcome = await this.#run(search, window, signal);
    if (!outcome.ok) {
      if (dn !== undefined && outcome.code === noSuchObject) return { value: undefined };
      return { result: { outcome: 'not_sent' }, fault: outcome.fault };
    }
    const [entry, second] = outcome.value;
    return second === undefined ? { value: entry } : { result: rejectAmbiguous };
  }

  /** The name of the entry that is searched for, where it is known by that. */
  #toSearchedName(body: JsonObject): string | undefined {
    const { matchOn } = this.#request;
    if (matchOn.length === 0) return this.#nameOf(body);
    return matchOn.includes('dn') ? toPlainText(body['dn']) : undefined;
  }

  async #add(body: JsonObject, window: WriteWindow): Promise<Step<EffectResult> & { code?: number | undefined }> {
    const { objectClasses, format } = this.#write;
    const wanted: JsonObject = { objectClass: [...objectClasses], ...this.#toAttributes(body, undefined) };
    const attributes = Object.entries(wanted)
      .map(([type, value]) => toAttribute(type, toValues(type, value, format)))
      .filter(({ values }) => values.length > 0);
    const dn = this.#nameOf(body);
    return this.#finish(await this.#run((client) => client.add(dn, attributes), window), { outcome: 'created' });
  }

  /** Renames the entry if its name differs, then changes the attributes that differ. */
  async #change(entry: Entry, body: JsonObject, window: WriteWindow): Promise<Step<EffectResult>> {
    const { changes, name } = this.#compare(entry, body);
    if (name !== undefined) {
      const renamed = this.#finish(await this.#run((client) => client.modifyDN(entry.dn, name), window), updated);
      if (!('value' in renamed) || changes.length === 0) return renamed;
    }
    if (changes.length === 0) return { value: { outcome: 'unchanged' } };
    const dn = name ?? entry.dn;
    return this.#finish(await this.#run((client) => client.modify(dn, changes), window), updated);
  }

  async #delete({ dn }: Entry, window: WriteWindow): Promise<Step<EffectResult>> {
    const outcome = await this.#run((client) => client.del(dn), window);
    if (!outcome.ok && outcome.code === noSuchObject) return { value: { outcome: 'deleted' } };
    return this.#finish(outcome, { outcome: 'deleted' });
  }

  /** The changes that make the entry match the record. `name`: the entry's new name, if it differs. */
  #compare(entry: Entry, body: JsonObject): { changes: Change[]; name: string | undefined } {
    const { format } = this.#write;
    const wanted = this.#toAttributes(body, toRecord(entry, { ...format, lists: [] }));
    const { attribute, value, parent } = splitName(entry.dn);
    const naming = Object.keys(wanted).find((type) => type.toLowerCase() === attribute.toLowerCase());
    const [named] = naming === undefined ? [] : toValues(naming, wanted[naming] ?? null, format);
    const moved = body['dn'];
    let name: string | undefined;
    if (typeof moved === 'string' && toNameKey(moved) !== toNameKey(entry.dn)) name = moved;
    else if (named !== undefined && String(named) !== value)
      name = `${attribute}=${escapeName(String(named))},${parent}`;
    const changes = Object.entries(wanted)
      .filter(([type]) => type !== naming)
      .flatMap(([type, item]) => toChanges(type, valuesOf(entry[type]), toValues(type, item, format), format));
    return { changes, name };
  }

  /** The record's attributes: its fields, but for its name. */
  #toAttributes(body: JsonObject, current: JsonObject | undefined): JsonObject {
    const { dn: _, ...attributes } = this.#write.format.encode?.(body, current) ?? body;
    return attributes;
  }

  /** @throws {FaultError} `validation` when nothing in the record names it. */
  #nameOf(body: JsonObject): string {
    if (typeof body['dn'] === 'string') return body['dn'];
    const attribute = this.#write.rdn ?? this.#request.matchOn[0] ?? '';
    const [value] = toValues(attribute, this.#toAttributes(body, undefined)[attribute] ?? null, this.#write.format);
    if (value === undefined) throw new FaultError(noName(attribute));
    return `${attribute}=${escapeName(String(value))},${this.#base}`;
  }

  #run<Value>(
    operation: (client: Client) => Promise<Value>,
    window: WriteWindow | undefined,
    signal?: AbortSignal,
  ): Promise<LdapOutcome<Value>> {
    const timeoutMs = window === undefined ? operationTimeoutMs : window.leftMs;
    if (timeoutMs === 0)
      return Promise.resolve({ ok: false, fault: windowClosed, sent: false, isAnswer: true, code: undefined });
    return this.#context.connection.run(operation, { signal, timeoutMs });
  }

  #finish(outcome: LdapOutcome<unknown>, done: EffectResult): Step<EffectResult> & { code?: number | undefined } {
    if (outcome.ok) return { value: done };
    const { fault, code } = outcome;
    if (recordKinds.has(fault.kind)) return { result: toRejection(fault), code };
    return { result: { outcome: outcome.sent ? 'in_doubt' : 'not_sent' }, fault };
  }
}

const updated: EffectResult = { outcome: 'updated' };

/** Refusals that concern only one record. */
const recordKinds: ReadonlySet<string> = new Set(['validation', 'conflict', 'not_found']);

function toAttribute(type: string, values: readonly AttributeValue[]): Attribute {
  const bytes = values.map((value) => Buffer.from(value));
  return new Attribute({ type, values: bytes });
}

/** Adds and removes single values, so that a group of many members is not sent whole; a single value is replaced. */
function toChanges(
  type: string,
  current: readonly AttributeValue[],
  wanted: readonly AttributeValue[],
  format: LdapWrite['format'],
): Change[] {
  const { missing, surplus } = compareValues(type, current, wanted, format);
  if (missing.length === 0 && surplus.length === 0) return [];
  if (current.length <= 1 || wanted.length === 0) {
    return [new Change({ operation: 'replace', modification: toAttribute(type, wanted) })];
  }
  return [
    ...(missing.length === 0 ? [] : [new Change({ operation: 'add', modification: toAttribute(type, missing) })]),
    ...(surplus.length === 0 ? [] : [new Change({ operation: 'delete', modification: toAttribute(type, surplus) })]),
  ];
}

function valuesOf(given: Entry[string] | undefined): AttributeValue[] {
  return given === undefined ? [] : Array.isArray(given) ? given : [given];
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '';
}

function rejectUnmatched(field: string): EffectResult {
  const message = messages.identityMissing({ record: 'entry' });
  return { outcome: 'rejected', code: 'validation', message, field };
}

const rejectMissing: EffectResult = {
  outcome: 'rejected',
  code: 'not_found',
  message: messages.targetRecordMissing({ record: 'entry' }),
};

const rejectExisting: EffectResult = {
  outcome: 'rejected',
  code: 'conflict',
  message: messages.targetRecordExists({ record: 'entry' }),
};

const rejectAmbiguous: EffectResult = {
  outcome: 'rejected',
  code: 'conflict',
  message: messages.targetRecordAmbiguous({ record: 'entry' }),
};

function noName(attribute: string): Fault {
  const message = `A new entry is named by its ${attribute === '' ? 'dn' : attribute}, which has no value.`;
  return { kind: 'validation', message, fields: [{ field: attribute === '' ? 'dn' : attribute, message }] };
}
