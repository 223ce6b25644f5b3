import { isDeepStrictEqual } from 'node:util';
import { Environment } from '@marcbachmann/cel-js';
import type { Json, JsonObject } from '../core/json.ts';
import { compileFormula, type Formula, type FormulaEnvironment } from '../formula/index.ts';

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
    "hired_on.substring(6) + '-' + hired_on.substring(3, 5) + '-' + hired_on.substring(0, 2)",
    "hired_on.substring(6, 10) + '-' + hired_on.substring(3, 5) + '-' + hired_on.substring(0, 2)",
  ],
  ['salary', 'round(monthly_pay * 12)', 'roundWhole(monthly_pay * 12.0)'],
  ['senior', 'level >= 5', 'level >= 5.0'],
  ['country', `${countryLiteral}[country] ?? 'Other'`, `country in countries ? countries[country] : 'Other'`],
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

/** What a developer would write for this source: records of its shape, the usual methods, no checks beyond need. */
interface Employee {
  employee_id: string;
  work_email: string;
  first_name: string;
  last_name: string;
  hired_on: string;
  monthly_pay: number;
  level: number;
  country: string;
  address: { home?: { city: string } };
  groups: { name: string; active: boolean }[];
}

const countryNames = new Map(Object.entries(countries));

function mapByHand(record: Employee): JsonObject {
  const [day, month, year] = record.hired_on.split('.');
  const pay = record.monthly_pay;
  return {
    id: record.employee_id,
    email: record.work_email.trim().toLowerCase(),
    name: `${record.first_name} ${record.last_name}`,
    hired: `${year}-${month}-${day}`,
    salary: Math.round(pay * 12),
    senior: record.level >= 5,
    country: countryNames.get(record.country) ?? 'Other',
    city: record.address.home?.city ?? 'unknown',
    groups: record.groups
      .filter((group) => group.active)
      .map((group) => group.name)
      .join(','),
    band: pay > 8000 ? 'A' : pay > 5000 ? 'B' : pay > 3000 ? 'C' : 'D',
  };
}

const environment = { now: 0 };

type Evaluate = (record: JsonObject, environment: FormulaEnvironment) => Json | undefined;

/** Puts the fields together the same way for both engines; what it costs is theirs too. */
function compileMapping(evaluators: readonly Evaluate[]): (record: JsonObject) => JsonObject {
  const nothing: Evaluate = () => null;
  const [id = nothing, email = nothing, name = nothing, hired = nothing, salary = nothing, ...rest] = evaluators;
  const [senior = nothing, country = nothing, city = nothing, groups = nothing, band = nothing] = rest;
  return (record) => ({
    id: id(record, environment) ?? null,
    email: email(record, environment) ?? null,
    name: name(record, environment) ?? null,
    hired: hired(record, environment) ?? null,
    salary: salary(record, environment) ?? null,
    senior: senior(record, environment) ?? null,
    country: country(record, environment) ?? null,
    city: city(record, environment) ?? null,
    groups: groups(record, environment) ?? null,
    band: band(record, environment) ?? null,
  });
}

function compile(text: string): Formula {
  const compiled = compileFormula(text);
  if (!compiled.ok) throw new Error(`${text}: ${compiled.problems[0]?.message}`);
  return compiled.formula;
}

const ours = compileMapping(fields.map(([, text]) => compile(text).evaluate));

const cel = new Environment({ unlistedVariablesAreDyn: true })
  .registerFunction('roundWhole(double): double', (value: number) => Math.round(value))
  .registerConstant('countries', 'map', countries);
const theirs = compileMapping(fields.map(([, , text]) => cel.parse(text)));

function makeRecord(n: number): Employee & JsonObject {
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
function measure<T>(records: readonly T[], map: (record: T) => unknown): number {
  const before = process.cpuUsage();
  for (const record of records) kept = map(record);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / records.length;
}

const records = Array.from({ length: 100_000 }, (_, n) => makeRecord(n));
for (const record of records.slice(0, 2000)) {
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
console.log(
  `nanoseconds per record: by hand ${byHand.toFixed(0)}, formulas ${formulas.toFixed(0)}, cel-js ${celJs.toFixed(0)}`,
);
console.log(
  JSON.stringify({
    closure_ratio: Number((byHand / formulas).toFixed(2)),
    cel_js_ratio: Number((celJs / formulas).toFixed(2)),
  }),
);
