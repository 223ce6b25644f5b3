import type { JsonObject } from '../../core/json.ts';
import { compileMapping, type MappingRule } from '../../transforms/index.ts';

/**
 * `node --expose-gc test/formulas/map-many.ts COUNT`: maps generated records, no two the same, by rules of every kind, and
 * prints the heap (MiB, after collection) behind the first and the last tenth as JSON.
 *
 * What a mapping remembers of its records would show as growth: caches of patterns, zones, converted values.
 */
const rules: MappingRule[] = [
  { to: 'id', from: 'id', required: true },
  { to: 'born', from: 'born', convert: { to: 'date', format: 'dd.MM.yyyy' } },
  { to: 'seen', from: 'seen', convert: { to: 'from_epoch', unit: 'seconds' }, on_error: 'null' },
  { to: 'wage', from: 'wage', convert: { to: 'minor_units', currency: 'EUR' }, on_error: 'omit' },
  { to: 'size', from: 'size', convert: { to: 'unit', from: 'B', unit: 'MiB' } },
  { to: 'state', from: 'state', lookup: { a: 'ACTIVE', b: 'GONE' }, default: 'NEW' },
  { to: 'groups[]', value: 'staff' },
  { to: 'groups[]', from: 'teams' },
  { to: 'nick', from: 'nick', on_null: 'omit' },
  { to: 'login', formula: "lower(name) + '@' + replacePattern(id, '[0-9]{3}', 'x') + '.example.com'" },
];

const compiled = compileMapping(rules);
if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
const { gc } = globalThis;
if (gc === undefined) throw new Error('Run with --expose-gc.');
const count = Number(process.argv[2] ?? 1_000_000);
const heaps: number[] = [];
let mapped = 0;
for (let i = 0; i < count; i += 1) {
  if (compiled.mapping.apply(generate(i), { now: 0 }).ok) mapped += 1;
  if ((i + 1) % Math.ceil(count / 10) !== 0) continue;
  gc();
  heaps.push(process.memoryUsage().heapUsed / 1024 ** 2);
}
console.log(JSON.stringify({ mapped, firstMiB: heaps[0], lastMiB: heaps.at(-1) }));

function generate(i: number): JsonObject {
  return {
    id: `p-${i}`,
    name: `Person ${i}`,
    born: `${String((i % 28) + 1).padStart(2, '0')}.11.${1900 + (i % 120)}`,
    seen: i % 7 === 0 ? 'never' : i,
    wage: `${i}.${i % 1000}`,
    size: i,
    state: ['a', 'b', 'c', null][i % 4] ?? null,
    teams: [`team ${i}`, `lead ${i}`],
    nick: i % 2 === 0 ? null : `nick ${i}`,
  };
}
