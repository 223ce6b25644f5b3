import type { DiscoveredField } from '../../../../client/operations.data.ts';
import { isList, isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';

/** A field of the target with the rule that fills it, if there is one. */
export interface MappingRow {
  to: string;
  field: DiscoveredField | undefined;
  /** A new record cannot be written without it. */
  needed: boolean;
  /** Position of the rule in the mapping. */
  index: number | undefined;
  rule: JsonObject | undefined;
}

/** The way a rule gets its value. */
export type RuleKind = 'from' | 'formula' | 'value';

export const ruleKinds: readonly (readonly [RuleKind, string])[] = [
  ['from', 'Field'],
  ['formula', 'Formula'],
  ['value', 'Constant'],
];

export function toRuleKind(rule: JsonObject): RuleKind {
  return 'formula' in rule ? 'formula' : 'value' in rule ? 'value' : 'from';
}

/** Changes the way a rule gets its value; a path stays what it is as a formula. */
export function changeKind(rule: JsonObject, kind: RuleKind): JsonObject {
  const { from, formula, value: _value, ...others } = rule;
  const text = typeof from === 'string' ? from : typeof formula === 'string' ? formula : '';
  if (kind === 'value') return { ...others, value: '' };
  const isPath = /^[\w$.[\]]*$/.test(text);
  return { ...others, [kind]: kind === 'from' && !isPath ? '' : text };
}

export function readRules(mapping: JsonValue | undefined): JsonObject[] {
  return isList(mapping) ? mapping.map((rule) => (isObject(rule) ? rule : {})) : [];
}

/**
 * The fields of the target in the order in which they want attention: what a record needs first, then what is mapped, then
 * the rest. Rules for fields that nobody knows of are there as well.
 *
 * @param needed What the operation asks for, as the connector says.
 */
export function listRows(
  fields: readonly DiscoveredField[],
  rules: readonly JsonObject[],
  needed: readonly string[],
): MappingRow[] {
  const known = new Map(fields.map((field) => [field.path, field]));
  const isNeeded = (path: string): boolean => {
    const field = known.get(path);
    return needed.includes(path) || (field?.required === true && field.has_default !== true);
  };
  const mapped = rules.map((rule, index): MappingRow => {
    const to = typeof rule['to'] === 'string' ? rule['to'] : '';
    return { to, field: known.get(to), needed: isNeeded(to), index, rule };
  });
  const taken = new Set(mapped.map(({ to }) => to));
  const open = [...new Set([...needed, ...fields.map(({ path }) => path)])]
    .filter((path) => !taken.has(path))
    .map((path): MappingRow => ({
      to: path,
      field: known.get(path),
      needed: isNeeded(path),
      index: undefined,
      rule: undefined,
    }));
  return [...open.filter((row) => row.needed), ...mapped, ...open.filter((row) => !row.needed)];
}

/** A rule that the names of the fields suggest. */
export interface Suggestion {
  to: string;
  from: string;
  /** The names are equal, or alike but for spelling (`firstName`, `first_name`), or the last part is. */
  evidence: 'same name' | 'same words' | 'same ending';
}

/** Suggests a source for each open field whose name is one of the source's. Nothing is suggested twice, nor by half a guess. */
export function suggestRules(rows: readonly MappingRow[], sources: readonly string[]): Suggestion[] {
  // In steps, the fields of the record stand behind its name.
  const bare = (path: string): string => path.replace(/^record\./, '');
  const bySpelling = Map.groupBy(sources, (path) => toWords(bare(path)));
  const byEnding = Map.groupBy(sources, (path) => toWords(path.split('.').at(-1) ?? path));
  return rows
    .filter(({ rule, to }) => rule === undefined && !to.endsWith('[]'))
    .flatMap(({ to }): Suggestion[] => {
      const same = sources.find((path) => bare(path) === to);
      if (same !== undefined) return [{ to, from: same, evidence: 'same name' }];
      const spelled = bySpelling.get(toWords(to));
      if (spelled?.length === 1) return [{ to, from: spelled[0] ?? '', evidence: 'same words' }];
      const ending = byEnding.get(toWords(to.split('.').at(-1) ?? to));
      return ending?.length === 1 ? [{ to, from: ending[0] ?? '', evidence: 'same ending' }] : [];
    });
}

function toWords(path: string): string {
  return path.toLowerCase().replaceAll(/[^\p{L}\p{N}.]/gu, '');
}

/** The paths that a record has, as mappings write them, for objects that declare no fields. Lists count as one value. */
export function listPaths(record: JsonObject, prefix = ''): string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const path = prefix === '' ? toName(name) : `${prefix}.${toName(name)}`;
    return isObject(value) && Object.keys(value).length > 0 ? [path, ...listPaths(value, path)] : [path];
  });
}

function toName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `\`${name}\``;
}
