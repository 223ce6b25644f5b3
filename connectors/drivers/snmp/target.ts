import { ObjectType, type Session, type Varbind } from 'net-snmp';
import type { JsonObject } from '../../../core/json.ts';
import type {
  Effect,
  EffectResult,
  IdempotencyClass,
  RecordTarget,
  WriteLease,
  WriteReport,
} from '../../../core/records.ts';
import { type Fault, FaultError } from '../../kit/fault.ts';
import { toPlainText } from '../../kit/type-guards.ts';
import { writeEach, type WriteStep } from '../shared/write-each.ts';
import { windowClosed, WriteWindow } from '../shared/write-window.ts';
import { getValues, setValues, type SnmpOutcome } from './connection.ts';
import type { SnmpContext } from './context.ts';
import { belowOid, isOid } from '../../kit/snmp/oid.ts';
import type { SnmpWrite } from '../../kit/snmp/operations.ts';
import { operationTimeoutMs, toAgentName, writeTimeoutMs } from '../../kit/snmp/settings.ts';
import { toVarbind } from './values.ts';

/** Devices answer one request after the other, and many of them slowly. */
const concurrency = 2;

/** Values of the column that makes and removes rows. @see https://www.rfc-editor.org/rfc/rfc2579 (RowStatus) */
const createAndGo = 4;
const destroy = 6;

/** Sets values: all of a record, or none. */
export class SnmpTarget implements RecordTarget {
  readonly idempotency: IdempotencyClass;
  readonly system: string;
  readonly fingerprint: string;
  readonly requestTimeoutMs = operationTimeoutMs;
  readonly writeTimeoutMs = writeTimeoutMs;
  readonly searchLagMs = 0;
  readonly keyTtlMs = 0;
  readonly batchMax = 50;
  readonly #context: SnmpContext;
  readonly #operation: string;
  readonly #write: SnmpWrite;

  constructor(context: SnmpContext, operation: string, object: string, write: SnmpWrite) {
    const { settings } = context;
    this.#context = context;
    this.#operation = operation;
    this.#write = write;
    this.idempotency = write.promise.idempotency;
    this.system = `${settings.connectorId}:${toAgentName(settings)}`;
    this.fingerprint = `${this.system} ${settings.context ?? ''} ${object}`;
  }

  write(effects: readonly Effect[], lease?: WriteLease): Promise<WriteReport> {
    const window = new WriteWindow(this.#context.clock, this, lease);
    return writeEach(effects, {
      concurrency,
      writeOne: async (effect) => {
        await this.#context.acquirePermit();
        return this.#writeOne(effect, window);
      },
      toError: (fault) => this.#context.toError(this.#operation, fault),
    });
  }

  async #writeOne({ body, operation }: Effect, window: WriteWindow): Promise<WriteStep> {
    const { kind, rowStatus } = this.#write;
    const instance = kind === 'scalars' ? '0' : toPlainText(body['index']);
    if (!isOid(instance)) return { result: rejectIndex };
    const status = rowStatus === undefined ? undefined : `${rowStatus}.${instance}`;
    if (operation === 'delete' && status !== undefined) {
      return this.#set([toStatus(status, destroy)], { outcome: 'deleted' }, window);
    }
    const values = this.#toVarbinds(body, instance);
    if (!Array.isArray(values)) return { result: values };
    if (status === undefined) return this.#set(values, { outcome: 'updated' }, window);
    const found = await this.#run((session) => getValues(session, [status]), window);
    if (!found.ok) return { result: { outcome: 'not_sent' }, fault: found.fault };
    if (found.value[0]?.type === ObjectType.Integer) return this.#set(values, { outcome: 'updated' }, window);
    if (operation === 'update') return { result: rejectMissing };
    return this.#set([...values, toStatus(status, createAndGo)], { outcome: 'created' }, window);
  }

  /** The record's values as they are set; those that are null are left as they are. */
  #toVarbinds(body: JsonObject, instance: string): Varbind[] | EffectResult {
    const varbinds: Varbind[] = [];
    for (const [name, { oid, type }] of Object.entries(this.#write.columns)) {
      const value = body[name] ?? null;
      if (value === null) continue;
      try {
        varbinds.push(toVarbind(`${oid}.${instance}`, value, type));
      } catch (error) {
        if (error instanceof FaultError) return toRejection(error.fault, name);
        throw error;
      }
    }
    return varbinds;
  }

  async #set(varbinds: readonly Varbind[], done: EffectResult, window: WriteWindow): Promise<WriteStep> {
    if (varbinds.length === 0) return { result: { outcome: 'unchanged' } };
    const outcome = await this.#run((session) => setValues(session, varbinds), window);
    if (outcome.ok) return { result: done };
    const { fault, oid, sent } = outcome;
    if (recordKinds.has(fault.kind)) return { result: toRejection(fault, this.#nameOf(oid)) };
    return { result: { outcome: sent ? 'in_doubt' : 'not_sent' }, fault };
  }

  #nameOf(instance: string | undefined): string | undefined {
    const columns = Object.entries(this.#write.columns);
    return columns.find(([, { oid }]) => instance !== undefined && belowOid(oid, instance) !== undefined)?.[0];
  }

  #run<Value>(operation: (session: Session) => Promise<Value>, window: WriteWindow): Promise<SnmpOutcome<Value>> {
    const timeoutMs = window.leftMs;
    if (timeoutMs === 0) return Promise.resolve({ ok: false, fault: windowClosed, sent: false, isAnswer: true });
    return this.#context.connection.run(operation, { timeoutMs });
  }
}

/** Refusals that concern only one record. */
const recordKinds: ReadonlySet<string> = new Set(['validation', 'not_found']);

function toStatus(oid: string, value: number): Varbind {
  return { oid, type: ObjectType.Integer, value };
}

function toRejection({ kind, message }: Fault, field: string | undefined): EffectResult {
  return { outcome: 'rejected', code: kind, message, field };
}

const rejectIndex: EffectResult = {
  outcome: 'rejected',
  code: 'validation',
  message: 'The field names the row: it must hold its index, as numbers with dots between them.',
  field: 'index',
};

const rejectMissing: EffectResult = {
  outcome: 'rejected',
  code: 'not_found',
  message: 'The agent has no row with this index.',
};
