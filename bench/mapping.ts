import { readFile } from 'node:fs/promises';
import type { Json, JsonObject } from '../core/json.ts';
import { compileMapping, type Mapping, type MappingRule } from '../transforms/index.ts';

/**
 * `node bench/mapping.ts`: records per CPU-second of a compiled 10-field mapping, beside a hand-written closure that
 * gives the same records. Both run in turns in one process; the best turn of each counts.
 *
 * Other mappings run before, so that the engine meets the code as a worker with many integrations does: with records of
 * many shapes.
 */
const rules: MappingRule[] = [
  { to: 'cve_id', from: 'cveID', required: true },
  { to: 'vendor', from: 'vendorProject', convert: 'trim' },
  { to: 'product', from: 'product', convert: 'trim' },
  { to: 'title', from: 'vulnerabilityName' },
  { to: 'added_on', from: 'dateAdded', convert: 'date' },
  { to: 'due_on', from: 'dueDate', convert: 'date' },
  { to: 'ransomware', from: 'knownRansomwareCampaignUse', lookup: { Known: true, Unknown: false } },
  { to: 'weaknesses', from: 'cwes', convert: 'list' },
  { to: 'source', value: 'cisa_kev' },
  { to: 'notes', from: 'notes', default: '' },
];

const ransomware = new Map<Json | undefined, boolean>([
  ['Known', true],
  ['Unknown', false],
]);
const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

function readDate(value: Json | undefined): string {
  const match = typeof value === 'string' ? datePattern.exec(value) : null;
  const [year, month, day] = [Number(match?.[1]), Number(match?.[2]), Number(match?.[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  if (match === null || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) throw new Error('Not a date.');
  return match[0];
}

function readText(value: Json | undefined): string {
  if (typeof value !== 'string') throw new Error('Not a text.');
  return value;
}

function mapByHand(record: JsonObject): JsonObject {
  const { cveID, vendorProject, product, vulnerabilityName, dateAdded, dueDate, cwes, notes } = record;
  if (cveID === undefined || cveID === null) throw new Error('No id.');
  return {
    cve_id: cveID,
    vendor: readText(vendorProject).trim(),
    product: readText(product).trim(),
    title: vulnerabilityName ?? null,
    added_on: readDate(dateAdded),
    due_on: readDate(dueDate),
    ransomware: ransomware.get(record['knownRansomwareCampaignUse']) ?? null,
    weaknesses: Array.isArray(cwes) ? cwes : [cwes ?? null],
    source: 'cisa_kev',
    notes: notes ?? '',
  };
}

const environment = { now: 0 };

function compile(mappingRules: MappingRule[]): Mapping {
  const compiled = compileMapping(mappingRules);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return compiled.mapping;
}

/** Runs 50 mappings of other shapes. */
function meetOtherShapes(records: readonly JsonObject[]): void {
  for (let shape = 0; shape < 50; shape += 1) {
    const mapping = compile(rules.map((rule) => ({ ...rule, to: `part${shape}.${rule.to}` })));
    for (const record of records.slice(0, 200)) mapping.apply({ [`extra${shape}`]: shape, ...record }, environment);
  }
}

/** CPU nanoseconds per record of one turn. */
function measure(records: readonly JsonObject[], map: (record: JsonObject) => unknown): number {
  const rounds = 40;
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) for (const record of records) kept = map(record);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / (rounds * records.length);
}

/** Keeps results reachable, so that no loop is optimised away. */
let kept: unknown;

const file = new URL('../examples/known_exploited_vulnerabilities.json', import.meta.url);
const { vulnerabilities: records }: { vulnerabilities: JsonObject[] } = JSON.parse(await readFile(file, 'utf8'));
const mapping = compile(rules);
const apply = (record: JsonObject): unknown => mapping.apply(record, environment);
const [first = {}] = records;
const result = mapping.apply(first, environment);
if (JSON.stringify(result.ok && result.value) !== JSON.stringify(mapByHand(first))) throw new Error('The two differ.');

meetOtherShapes(records);
const turns = Array.from({ length: 15 }, () => [measure(records, mapByHand), measure(records, apply)] as const);
const byHand = Math.min(...turns.map(([ns]) => ns));
const compiled = Math.min(...turns.map(([, ns]) => ns));
if (kept === undefined) throw new Error('Nothing was mapped.');
console.log(
  JSON.stringify({
    mapping_ratio: Number((byHand / compiled).toFixed(2)),
    compiled_ns: Math.round(compiled),
    by_hand_ns: Math.round(byHand),
  }),
);
