import type { JsonObject } from '../../core/json.ts';
import type { ScriptOutcome } from '../../core/scripts.ts';
import type { Enrichment } from '../../engine/stages/enrichment.ts';
import type { Plan } from '../../engine/plan.ts';
import { createEnrichStage } from '../../engine/stages/enrich.ts';
import { createFilter } from '../../engine/stages/filter.ts';
import { judgeRecord } from '../../engine/stages/identify-records.ts';
import { createMap } from '../../engine/stages/map.ts';
import { createScriptStage } from '../../engine/stages/script.ts';
import { findStage } from '../../engine/stages/stage.ts';
import { type Flavor, knowsTargetId, movesRecords, type WorldConfig } from './world.ts';

/** What an integration's definition says at the moment. */
export interface Definition {
  mappingVersion: number;
  fullResync: boolean;
}

export function makePlan(config: WorldConfig, { mappingVersion, fullResync }: Readonly<Definition>): Plan {
  const { flavor } = config;
  return {
    namespace: 'int_simulated',
    stream: 'things',
    step: 'sync',
    operation: config.operation,
    readKey: ({ key }) =>
      typeof key === 'string' ? { ok: true, key } : { ok: false, problem: { code: 'missing_key', message: 'No key.' } },
    stages: [
      // A script does what filter and mapping do elsewhere, and the mapping takes nothing that did not go through it.
      createFilter(({ keep }) => config.scripted || keep === true),
      ...(config.enriched ? [createEnrichStage([enrichment])] : []),
      ...(config.scripted ? [createScriptStage({ language: 'javascript', source: 'simulated' })] : []),
      createMap((record) =>
        record['broken'] === true || (record['scripted'] === true) !== config.scripted || isBare(config, record)
          ? { ok: false, problem: { code: 'convert_failed', field: 'value', message: 'Cannot be mapped.' } }
          : { ok: true, value: mapRecord(config, record, mappingVersion) },
      ),
    ],
    where:
      config.filtersAtSource && !config.scripted ? [{ segments: ['keep'], operator: 'equals', values: [true] }] : [],
    readTargetId: (mapped) => (knowsTargetId(flavor) && typeof mapped['id'] === 'string' ? mapped['id'] : undefined),
    idempotency: planClass(flavor),
    targetIdIsInjective: flavor !== 'natural_shared' && flavor !== 'weakened' && flavor !== 'weakened_find',
    delivery: chooseDelivery(config),
    ignoreHashes: fullResync,
    reading: fullResync ? 'all' : 'changes',
    holdsRepeats: true,
    scope: String(mappingVersion),
    onError: { record: config.failsFast ? 'fail' : 'dead_letter', abortAbovePercent: undefined },
  };
}

/** Completes a record by its value; for some values there is nothing. */
const enrichment: Enrichment = {
  as: 'detail',
  key: 'of',
  readValue: ({ value }) => (typeof value === 'string' ? value : undefined),
  readKey: ({ of }) => (typeof of === 'string' ? of : undefined),
  pick: ({ text }) => ({ text: text ?? null }),
  onMissing: 'null',
  refersToTarget: false,
};

/** What enriched worlds find by a value; nothing by `c`. */
export function findDetails(values: readonly string[]): JsonObject[] {
  return values.filter((value) => value !== 'c').map((value) => ({ of: value, text: `detail of ${value}`, extra: 1 }));
}

/** Nothing may be mapped that was not completed first. */
function isBare({ enriched }: WorldConfig, record: JsonObject): boolean {
  return Object.hasOwn(record, 'detail') !== enriched;
}

/** What the script of scripted worlds makes of a record. */
export function applyScript(record: JsonObject): ScriptOutcome {
  if (record['keep'] !== true) return { outcome: 'filtered' };
  if (record['broken'] === true) return { outcome: 'failed', message: 'Cannot be processed.' };
  return { outcome: 'record', record: { ...record, scripted: true } };
}

function chooseDelivery({ flavor, onceAtMost }: WorldConfig): Plan['delivery'] {
  if (flavor === 'append_often') return 'at_least_once';
  return flavor === 'append_once' || onceAtMost ? 'at_most_once' : undefined;
}

function planClass(flavor: Flavor): Plan['idempotency'] {
  if (flavor === 'natural' || flavor === 'natural_shared') return 'natural';
  if (flavor === 'keyed') return 'keyed';
  return flavor === 'append_often' || flavor === 'append_once' ? 'none' : 'lookup';
}

function mapRecord({ flavor, sharedRefs }: WorldConfig, record: JsonObject, mappingVersion: number): JsonObject {
  const { key, value, login, poisoned, detail } = record;
  const name = typeof key === 'string' ? key : '';
  const natural = flavor === 'natural_shared' ? toSharedId(name) : `t-${name}`;
  return {
    id: movesRecords(flavor) ? (login ?? null) : natural,
    ref: sharedRefs ? toSharedId(name) : name,
    value: value ?? null,
    ...(detail === undefined ? {} : { detail }),
    poisoned: poisoned ?? null,
    mapping: mappingVersion,
  };
}

/** Where target records are shared, keys that differ little mean the same one. */
function toSharedId(key: string): string {
  return `t-${key.slice(0, -1)}${Math.floor(Number(key.slice(-1)) / 3)}`;
}

/** What a record should come to, worked out apart from the code under test. */
export type Expectation =
  | { kind: 'left_out' }
  /** Has no key, or cannot be mapped. */
  | { kind: 'problem'; key: string | undefined }
  | { kind: 'wanted'; key: string; body: JsonObject; poisoned: boolean };

export function expectationOf(plan: Plan, record: JsonObject): Expectation {
  if (judgeRecord(plan, record) === false) return { kind: 'left_out' };
  const key = plan.readKey(record);
  if (!key.ok) return { kind: 'problem', key: undefined };
  const [detail] = typeof record['value'] === 'string' ? findDetails([record['value']]) : [];
  const completed =
    findStage(plan, 'enrich') === undefined
      ? record
      : { ...record, detail: detail === undefined ? null : { text: detail['text'] ?? null } };
  const scripted = findStage(plan, 'script') === undefined ? undefined : applyScript(completed);
  if (scripted?.outcome === 'filtered') return { kind: 'left_out' };
  if (scripted?.outcome === 'failed') return { kind: 'problem', key: key.key };
  const mapped = findStage(plan, 'map')?.map(scripted?.record ?? completed);
  if (mapped?.ok !== true) return { kind: 'problem', key: key.key };
  return { kind: 'wanted', key: key.key, body: mapped.value, poisoned: mapped.value['poisoned'] === true };
}
