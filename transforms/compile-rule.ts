import type { FieldError } from '../core/errors.ts';
import type { Json } from '../core/json.ts';
import { toCanonical, unfit } from './canonical.ts';
import { converters, type Converter } from './convert.ts';
import { compileFormula, type Formula, type FormulaEnvironment, type FormulaProblem } from './formula/index.ts';
import type { LookupEntries, LookupUse } from './lookup-tables.ts';
import { compileGetter, parsePath, type Getter, type Path } from './paths.ts';
import type { Conversion, MappingRule } from './rules.ts';
import type { ObjectType } from './value-type.ts';

/** One rule of a mapping, laid out for the loop over a record's rules. */
export interface CompiledRule {
  to: Path;
  /** Where the value comes from; absent for a constant and a formula. */
  from: Path | undefined;
  read: Getter;
  /** The expression, for a rule that has one. */
  formula: Formula | undefined;
  conversion: Conversion | undefined;
  convert: Converter | undefined;
  lookup: Lookup | undefined;
  /** The stored tables that the rule and its formula name. */
  tables: readonly LookupUse[];
  /** The `default`; `undefined` where there is none. */
  fallback: Json | undefined;
  required: boolean;
}

/** Gives the entries to look up in; `undefined` where a stored table is not there. */
export type Lookup = (environment: FormulaEnvironment) => LookupEntries | undefined;

export interface CompileOptions {
  /** The type of the records, which formulas are checked against; default any object. */
  recordType?: ObjectType | undefined;
  /** Where the rules or the filter stand in the definition, for messages. Default `mapping` and `filter`. */
  path?: string;
}

export type RuleResult = { ok: true; rule: CompiledRule } | { ok: false; problems: FieldError[] };

/** Compiles one rule. `at` is its place in the definition, for messages: `mapping[2]`. */
export function compileRule(rule: MappingRule, at: string, recordType: ObjectType | undefined): RuleResult {
  const problems: FieldError[] = [];
  const to = compilePathAt(rule.to, `${at}.to`, problems);
  const from = rule.from === undefined ? undefined : compilePathAt(rule.from, `${at}.from`, problems);
  const formula =
    rule.formula === undefined ? undefined : compileFormulaAt(rule.formula, `${at}.formula`, recordType, problems);
  checkSources(rule, at, problems);
  const constants = compileConstants(rule, at, problems);
  if (to === undefined || problems.length > 0) return { ok: false, problems };
  const { value, lookup, fallback } = constants;
  return {
    ok: true,
    rule: {
      to,
      from,
      read: from === undefined ? () => value : compileGetter(from),
      formula,
      conversion: rule.convert,
      convert: rule.convert === undefined ? undefined : converters[rule.convert],
      lookup,
      tables: [...listStored(rule, at), ...listTables(formula, `${at}.formula`)],
      fallback,
      required: rule.required ?? false,
    },
  };
}

/** Compiles a path that stands at `at` of a definition, or adds what is wrong with it to `problems`. */
export function compilePathAt(text: string, at: string, problems: FieldError[]): Path | undefined {
  const parsed = parsePath(text);
  if (parsed.ok) return parsed.path;
  problems.push({ path: at, code: 'invalid_path', message: parsed.message });
  return undefined;
}

/** Compiles a formula that stands at `at` of a definition, or adds what is wrong with it to `problems`. */
export function compileFormulaAt(
  text: string,
  at: string,
  record: ObjectType | undefined,
  problems: FieldError[],
): Formula | undefined {
  const compiled = compileFormula(text, { record });
  if (compiled.ok) return compiled.formula;
  problems.push(...compiled.problems.map((problem) => toFieldError(problem, at, 'invalid_formula')));
  return undefined;
}

/** What is probably a mistake in a formula and works nevertheless. */
export function toDoubts({ warnings }: Formula, at: string): FieldError[] {
  return warnings.map((warning) => toFieldError(warning, at, 'doubtful_formula'));
}

/** The stored tables that a formula names. */
export function listTables(formula: Formula | undefined, path: string): LookupUse[] {
  return formula?.tables.map((table) => ({ path, table })) ?? [];
}

function listStored({ lookup }: MappingRule, at: string): LookupUse[] {
  const table = lookup && readStored(lookup);
  return table === undefined ? [] : [{ path: `${at}.lookup.table`, table }];
}

/** The id of a stored table. An inline one with the one key `table` and an entry that looks like an id reads as such, too. */
function readStored({ table, ...others }: NonNullable<MappingRule['lookup']>): string | undefined {
  const isStored = typeof table === 'string' && table.startsWith('lut_') && Object.keys(others).length === 0;
  return isStored ? table : undefined;
}

function toFieldError({ message, suggestion }: FormulaProblem, path: string, code: string): FieldError {
  return { path, code, message, ...(suggestion === undefined ? {} : { allowed: [suggestion] }) };
}

function checkSources(rule: MappingRule, at: string, problems: FieldError[]): void {
  const given = (['from', 'value', 'formula'] as const).filter((name) => rule[name] !== undefined);
  if (given.length === 1) return;
  const found = given.length === 0 ? 'none of them' : given.map((name) => `\`${name}\``).join(' and ');
  const message = `A rule takes its value from exactly one of \`from\`, \`value\` and \`formula\`; this one has ${found}.`;
  problems.push({ path: at, code: given.length === 0 ? 'missing_source' : 'ambiguous_source', message });
}

interface Constants {
  value: Json | undefined;
  lookup: Lookup | undefined;
  fallback: Json | undefined;
}

function compileConstants(rule: MappingRule, at: string, problems: FieldError[]): Constants {
  return {
    value: toConstant(rule.value, `${at}.value`, problems),
    lookup: rule.lookup && compileLookup(rule.lookup, `${at}.lookup`, problems),
    fallback: toConstant(rule.default, `${at}.default`, problems),
  };
}

function compileLookup(lookup: NonNullable<MappingRule['lookup']>, at: string, problems: FieldError[]): Lookup {
  const table = readStored(lookup);
  if (table !== undefined) return ({ tables }) => tables?.get(table);
  const entries = new Map(
    Object.entries(lookup).map(([name, value]) => [
      name,
      toConstant(value, `${at}[${JSON.stringify(name)}]`, problems) ?? null,
    ]),
  );
  return () => entries;
}

/** Constants are shared by every record, so nobody may change them. */
function toConstant(value: Json | undefined, at: string, problems: FieldError[]): Json | undefined {
  if (typeof value !== 'object' || value === null) return value;
  const ordered = toCanonical(value);
  if (ordered !== unfit) return deepFreeze(structuredClone(ordered));
  problems.push({ path: at, code: 'unfit_value', message: 'The value is nested too deep.' });
  return undefined;
}

function deepFreeze(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  Object.freeze(value);
  return value;
}
