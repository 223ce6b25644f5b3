import { isDeepStrictEqual } from 'node:util';
import { Environment } from '@marcbachmann/cel-js';
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { compileFormula, type Formula } from '../transforms/formula/index.ts';

/**
 * `node bench/formulas.ts`: records per CPU-second of ten formulas, beside a hand-written closure and another
 * implementation of CEL that does not generate code. All give the same records and run in turns in one process; the
 * best turn of each counts.
 *
 * Other formulas run before, so that the engine meets the code as a worker with many integrations does.
 */
const countries = { DE: 'Germany', FR: 'France', US: 'United States', JP: 'Japan' } as const;
const countryLiteral = "{'DE': 'Germany', 'FR': 'France', 'US': 'United States', 'JP': 'Japan'}";

/** Each field as our language has it, and as plain CEL with the other's functions where those differ. */
const fields: readonly (readonly [name: string, ours: string, cel: string])[] = [
  ['id', 'employee_id', 'employee_id'],
  ['email', 'lower(trim(work_email))', 'work_email.trim().lowerAscii()'],
  ['name', "first_name + ' ' + last_name", "first_name + ' ' + last_name"],
  [
    'hired',
    "right(hired_on, 4) + '-' + substring(hired_on, 3, 5) + '-' + left(hired_on, 2)",
    "hired_on.substring(6, 10) + '-' + hired_on.substring(3, 5) + '-' + hired_on.substring(0, 2)",
  ],
  ['salary', 'round(monthly_pay * 12)', 'roundWhole(monthly_pay * 12.0)'],
  ['senior', 'level >= 5', 'level >= 5.0'],
  ['country', `get(${countryLiteral}, country, 'Other')`, `country in countries ? countries[country] : 'Other'`],
  ['city', "address.home.city ?? 'unknown'", "has(address.home) ? address.home.city : 'unknown'"],
  [
    'groups',
    "groups.filter(g, g.active).map(g, g.name).join(',')",
    "groups.filter(g, g.active).map(g, g.name).join(',')",
  ],
  [
    'band',
    "monthly_pay > 8000 ? 'A' : monthly_pay > 5000 ? 'B' : monthly_pay > 3000 ? 'C' : 'D'",
    "monthly_pay > 8000.0 ? 'A' : monthly_pay > 5000.0 ? 'B' : monthly_pay > 3000.0 ? 'C' : 'D'",
  ],
];

function toText(value: Json | undefined): string {
  if (typeof value !== 'string') throw new Error('Not a text.');
  return value;
}

function toNumber(value: Json | undefined): number {
  if (typeof value !== 'number') throw new Error('Not a number.');
  return value;
}

function findCountry(code: Json | undefined): string {
  return typeof code === 'string' && Object.hasOwn(countries, code) ? (Reflect.get(countries, code) as string) : 'Other';
}

function mapByHand(record: JsonObject): JsonObject {
  const hired = toText(record['hired_on']);
  const pay = toNumber(record['monthly_pay']);
  const { address, groups } = record;
  const home = isJsonObject(address) ? address['home'] : undefined;
  const active: string[] = [];
  for (const group of Array.isArray(groups) ? groups : []) {
    if (isJsonObject(group) && group['active'] === true) active.push(toText(group['name']));
  }
  return {
    id: record['employee_id'] ?? null,
    email: toText(record['work_email']).trim().toLowerCase(),
    name: `${toText(record['first_name'])} ${toText(record['last_name'])}`,
    hired: `${hired.slice(6)}-${hired.slice(3, 5)}-${hired.slice(0, 2)}`,
    salary: Math.round(pay * 12),
    senior: toNumber(record['level']) >= 5,
    country: findCountry(record['country']),
    city: isJsonObject(home) ? (home['city'] ?? 'unknown') : 'unknown',
    groups: active.join(','),
    band: pay > 8000 ? 'A' : pay > 5000 ? 'B' : pay > 3000 ? 'C' : 'D',
  };
}

const environment = { now: 0 };

function compile(text: string): Formula {
  const compiled = compileFormula(text);
  if (!compiled.ok) throw new Error(`${text}: ${compiled.problems[0]?.message}`);
  return compiled.formula;
}

function compileOurs(): (record: JsonObject) => JsonObject {
  const formulas = fields.map(([name, text]) => ({ name, formula: compile(text) }));
  return (record) => {
    const target: JsonObject = {};
    for (const { name, formula } of formulas) target[name] = formula.evaluate(record, environment) ?? null;
    return target;
  };
}

function compileTheirs(): (record: JsonObject) => JsonObject {
  const cel = new Environment({ unlistedVariablesAreDyn: true })
    .registerFunction('roundWhole(double): double', (value: number) => Math.round(value))
    .registerConstant('countries', 'map', countries);
  const programs = fields.map(([name, , text]) => ({ name, evaluate: cel.parse(text) }));
  return (record) => {
    const target: JsonObject = {};
    for (const { name, evaluate } of programs) target[name] = evaluate(record);
    return target;
  };
}

function makeRecord(n: number): JsonObject {
  const codes = ['DE', 'FR', 'US', 'JP', 'XX'];
  return {
    employee_id: `E-${n}`,
    work_email: ` Person${n}@Example.COM `,
    first_name: `First${n % 97}`,
    last_name: `Last${n % 89}`,
    hired_on: `${String((n % 28) + 1).padStart(2, '0')}.${String((n % 12) + 1).padStart(2, '0')}.${2000 + (n % 25)}`,
    monthly_pay: 2500 + (n % 70) * 100 + 0.5,
    level: n % 9,
    country: codes[n % codes.length] ?? 'XX',
    address: n % 3 === 0 ? {} : { home: { city: `City ${n % 50}` } },
    groups: Array.from({ length: n % 5 }, (_, i) => ({ name: `group-${i}`, active: (n + i) % 2 === 0 })),
  };
}

/** Runs formulas of other shapes. */
function meetOtherShapes(records: readonly JsonObject[]): void {
  for (let shape = 0; shape < 30; shape += 1) {
    const others = fields.map(([, text]) => compile(`[${text}, "${shape}"]`));
    for (const record of records.slice(0, 100)) {
      for (const formula of others) formula.evaluate({ [`extra${shape}`]: shape, ...record }, environment);
    }
  }
}

/** Keeps results reachable, so that no loop is optimised away. */
let kept: unknown;

/** CPU nanoseconds per record of one turn. */
function measure(records: readonly JsonObject[], map: (record: JsonObject) => unknown): number {
  const rounds = 20;
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round += 1) for (const record of records) kept = map(record);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / (rounds * records.length);
}

const records = Array.from({ length: 2000 }, (_, n) => makeRecord(n));
const [ours, theirs] = [compileOurs(), compileTheirs()];
for (const record of records) {
  const expected = mapByHand(record);
  for (const map of [ours, theirs]) {
    const found = map(record);
    if (!isDeepStrictEqual(found, expected)) {
      throw new Error(`The records differ: ${JSON.stringify(found)} ${JSON.stringify(expected)}`);
    }
  }
}

meetOtherShapes(records);
const turns = Array.from({ length: 9 }, () => [
  measure(records, mapByHand),
  measure(records, ours),
  measure(records, theirs),
]);
const [byHand = 0, formulas = 0, celJs = 0] = [0, 1, 2].map((i) => Math.min(...turns.map((turn) => turn[i] ?? 0)));
if (kept === undefined) throw new Error('Nothing was mapped.');
console.log(`nanoseconds per record: by hand ${byHand.toFixed(0)}, formulas ${formulas.toFixed(0)}, cel-js ${celJs.toFixed(0)}`);
console.log(
  JSON.stringify({
    closure_ratio: Number((byHand / formulas).toFixed(2)),
    cel_js_ratio: Number((celJs / formulas).toFixed(2)),
  }),
);
