import type { FieldError } from '../core/errors.ts';
import { toUuid } from '../core/ids.ts';
import type { Json } from '../core/json.ts';
import { compileGetter, type Getter } from '../core/path-readers.ts';
import { parsePath, type Path } from '../core/paths.ts';
import type { TargetPath } from './build-target.ts';
import { toCanonical, unfit } from '../formula/canonical.ts';
import { compileConversion, type Conversion } from './compile-conversion.ts';
import { compileFormula, type Formula, type FormulaEnvironment, type FormulaProblem } from '../formula/index.ts';
import type { LookupEntries, LookupUse } from '../formula/lookup-tables.ts';
import type { MappingDefaults, MappingRule } from './rules.ts';
import type { ObjectType } from '../formula/value-type.ts';

/** One rule of a mapping, prepared for the loop over the rules. */
export interface CompiledRule {
  to: TargetPath;
  /** Source path of the value; absent for a constant and a formula. */
  from: Path | undefined;
  read: Getter;
  /** The formula, if the rule has one. */
  formula: Formula | undefined;
  convert: Conversion | undefined;
  lookup: Lookup | undefined;
  /** The stored tables that the rule and its formula name. */
  tables: readonly LookupUse[];
  /** The `default`; `undefined` if there is none. */
  fallback: Json | undefined;
  required: boolean;
  onNull: NonNullable<MappingRule['on_null']>;
  onError: NonNullable<MappingRule['on_error']>;
  onlyOn: MappingRule['only_on'];
}

/** Returns the entries to look up in; `undefined` if a stored table does not exist. */
export type Lookup = (environment: FormulaEnvironment) => LookupEntries | undefined;

export interface CompileOptions {
  /** Type of the records, for checking formulas. Default: any object. */
  recordType?: ObjectType | undefined;
  /** Default policies of rules. */
  defaults?: MappingDefaults | undefined;
  /** Path of the rules or the filter in the definition, for messages. Default `mapping` and `filter`. */
  path?: string;
}

export type RuleResult = { ok: true; rule: CompiledRule } | { ok: false; problems: FieldError[] };

/** Compiles one rule. `at` is its path in the definition, for messages: `mapping[2]`. */
export function compileRule(
  rule: MappingRule,
  at: string,
  { recordType, defaults }: Pick<CompileOptions, 'recordType' | 'defaults'>,
): RuleResult {
  const problems: FieldError[] = [];
  const to = compileTargetPath(rule.to, `${at}.to`, problems);
  const from = rule.from === undefined ? undefined : compilePathAt(rule.from, `${at}.from`, problems);
  const formula =
    rule.formula === undefined ? undefined : compileFormulaAt(rule.formula, `${at}.formula`, recordType, problems);
  checkSources(rule, at, problems);
  checkPolicies(rule, to, at, problems);
  const convert = rule.convert === undefined ? undefined : compileConversion(rule.convert);
  if (convert?.ok === false) problems.push({ path: `${at}.convert.${convert.field}`, ...convert.problem });
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
      convert: convert?.ok === true ? convert.conversion : undefined,
      lookup,
      tables: [...listStored(rule, at), ...listTables(formula, `${at}.formula`)],
      fallback,
      required: rule.required ?? false,
      onNull: rule.on_null ?? defaults?.on_null ?? 'null',
      onError: rule.on_error ?? defaults?.on_error ?? 'fail_record',
      onlyOn: rule.only_on,
    },
  };
}

/** Compiles the target path of a rule; `[]` at the end appends to a list. */
function compileTargetPath(text: string, at: string, problems: FieldError[]): TargetPath | undefined {
  if (!text.endsWith('[]')) return compilePathAt(text, at, problems);
  const path = compilePathAt(text.slice(0, -2), at, problems);
  return path && { segments: path.segments, text: `${path.text}[]`, appends: true };
}

/** Compiles the path at `at` of a definition, or adds its problem to `problems`. */
export function compilePathAt(text: string, at: string, problems: FieldError[]): Path | undefined {
  const parsed = parsePath(text);
  if (parsed.ok) return parsed.path;
  problems.push({ path: at, code: 'invalid_path', message: parsed.message });
  return undefined;
}

/** Compiles the formula at `at` of a definition, or adds its problems to `problems`. */
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

/** Probable mistakes in a formula that do not prevent compilation. */
export function toWarnings({ warnings }: Formula, at: string): FieldError[] {
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

/**
 * The stored table that a lookup names. `{ table: text }` is always a reference, never an inline table with the key
 * `table`.
 */
export function readStored({ table, ...others }: NonNullable<MappingRule['lookup']>): string | undefined {
  return typeof table === 'string' && Object.keys(others).length === 0 ? table : undefined;
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

function checkPolicies(rule: MappingRule, to: TargetPath | undefined, at: string, problems: FieldError[]): void {
  if (rule.on_error === 'default' && rule.default === undefined) {
    const message = '`on_error: default` needs a `default`; add one to the rule.';
    problems.push({ path: `${at}.on_error`, code: 'missing_default', message });
  }
  if (rule.only_on !== undefined && to?.segments.some((segment) => typeof segment === 'number') === true) {
    const message =
      'A list position must always be written, because omitting it would shift the positions after it; remove the restriction.';
    problems.push({ path: `${at}.only_on`, code: 'invalid_value', message });
  }
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
  problems.push(...findMisplacedIds(lookup, at));
  const entries = new Map(
    Object.entries(lookup).map(([name, value]) => [
      name,
      toConstant(value, `${at}[${JSON.stringify(name)}]`, problems) ?? null,
    ]),
  );
  return () => entries;
}

/** `{ table_id: lut_… }` would be an inline table that matches no value. */
function findMisplacedIds(lookup: NonNullable<MappingRule['lookup']>, at: string): FieldError[] {
  return Object.entries(lookup).flatMap(([name, value]) => {
    if (typeof value !== 'string' || toUuid('lookupTable', value) === undefined) return [];
    const message = `An entry must not be the id of a lookup table. To use that table, write {"table": "${value}"} alone.`;
    return [{ path: `${at}[${JSON.stringify(name)}]`, code: 'misplaced_lookup_table', message }];
  });
}

/** Constants are shared by all records and must not be modified. */
function toConstant(value: Json | undefined, at: string, problems: FieldError[]): Json | undefined {
  if (typeof value !== 'object' || value === null) return value;
  const ordered = toCanonical(value);
  if (ordered !== unfit) return deepFreeze(structuredClone(ordered));
  problems.push({ path: at, code: 'unfit_value', message: 'The value is nested too deeply.' });
  return undefined;
}

function deepFreeze(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  Object.freeze(value);
  return value;
}
