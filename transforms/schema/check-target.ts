import { isWithin, type Path, parsePath } from '../../core/paths.ts';
import type { WriteOperation } from '../../core/records.ts';
import type { MappingRule } from '../rules.ts';
import { findMisfit, type Misfit } from './compare-fields.ts';
import { anyField, fieldOf, type FieldType, joinFields, typeOfConstant, withoutLists } from './field-type.ts';
import { findField } from './find-field.ts';
import type { Finding } from './finding.ts';

/** A rule with the type of its value. */
export interface TypedRule {
  rule: MappingRule;
  at: string;
  type: FieldType;
}

/** Compares a rule's value with the target field that it writes. */
export function checkRule({ rule, at, type }: TypedRule, target: FieldType): Finding[] {
  const path = readTarget(rule.to);
  if (path === undefined) return [];
  const found = findField(target, path);
  if (!found.ok) {
    const { ok: _, ...problem } = found;
    return [{ isError: true, path: `${at}.to`, ...problem }];
  }
  const [given, wanted] = rule.to.endsWith('[]') ? toItems(type, found.field) : [type, found.field];
  const misfit = findMisfit(given, wanted);
  const fallback = rule.default === undefined ? undefined : findMisfit(typeOfConstant(rule.default), wanted);
  return [
    ...(misfit === undefined ? [] : [toFinding(misfit, nameSource(rule, at))]),
    ...(fallback?.isCertain === true ? [toFinding(fallback, `${at}.default`)] : []),
  ];
}

function toFinding({ isCertain: isError, ...misfit }: Misfit, path: string): Finding {
  return { isError, path, ...misfit };
}

function nameSource(rule: MappingRule, at: string): string {
  if (rule.lookup !== undefined) return `${at}.lookup`;
  if (rule.formula !== undefined) return `${at}.formula`;
  return rule.value === undefined ? `${at}.from` : `${at}.value`;
}

/** The items appended to a list: a value, or the items of a list. */
function toItems(given: FieldType, list: FieldType): [FieldType, FieldType] {
  if (list.kinds === undefined) return [given, anyField];
  if (!list.kinds.has('array')) return [fieldOf(['array']), list];
  const { kinds, items = anyField } = given;
  const wanted = list.items ?? anyField;
  if (kinds === undefined) return [anyField, wanted];
  if (!kinds.has('array')) return [given, wanted];
  return [joinFields(items, withoutLists(given)), wanted];
}

/** The fields that a write requires. */
export interface NeedyWrite {
  operation: WriteOperation;
  /** Paths of the fields in its URLs. */
  needs: readonly string[];
}

/**
 * Finds required fields of a write that no rule gives, or that may be missing. Objects that no rule writes are not
 * required.
 *
 * @param target Type of the write's input; absent if its required fields are unknown.
 * @param isCertain The target has no defaults of its own.
 */
export function findMissing(
  rules: readonly TypedRule[],
  { operation, needs }: NeedyWrite,
  target: FieldType | undefined,
  isCertain: boolean,
): Finding[] {
  const without = operation === 'update' ? 'create' : 'update';
  const writers = rules.flatMap((typed): Writer[] => {
    const path = typed.rule.only_on === without ? undefined : readTarget(typed.rule.to);
    return path === undefined ? [] : [{ ...typed, path }];
  });
  const addressed = needs.flatMap((need) => {
    const path = readTarget(need);
    return path === undefined ? [] : findLack(path, writersOf(path, writers), true);
  });
  const named = new Set(addressed.flatMap(({ allowed }) => allowed ?? []));
  const others = target === undefined ? [] : listMissing(target, { segments: [], text: '' }, writers, isCertain);
  return [...addressed, ...others.filter(({ allowed }) => allowed?.some((path) => named.has(path)) !== true)];
}

/** Rules that write a field, a part of it, or a parent of it. */
function writersOf(path: Path, writers: readonly Writer[]): Writer[] {
  return writers.filter((writer) => isWithin(path, writer.path) || isWithin(writer.path, path));
}

interface Writer extends TypedRule {
  path: Path;
}

function listMissing({ members }: FieldType, at: Path, writers: readonly Writer[], isCertain: boolean): Finding[] {
  return [...(members ?? [])].flatMap(([name, member]) => {
    const path = { segments: [...at.segments, name], text: at.text === '' ? name : `${at.text}.${name}` };
    if (writers.some((writer) => isWithin(path, writer.path) && writer.path.text !== path.text)) return [];
    const inside = writers.filter((writer) => isWithin(writer.path, path));
    const below = inside.length === 0 ? [] : listMissing(member, path, inside, isCertain);
    return member.mayLack === false ? [...findLack(path, inside, isCertain), ...below] : below;
  });
}

function findLack({ text }: Path, inside: readonly Writer[], isCertain: boolean): Finding[] {
  const [first] = inside;
  if (first === undefined) {
    const message = `The target requires \`${text}\`, and no rule writes it; add a rule.`;
    return [{ isError: isCertain, path: 'mapping', code: 'missing_required', message, allowed: [text] }];
  }
  if (inside.some(({ type }) => type.mayLack !== true)) return [];
  const message = `The target requires \`${text}\`, and the source may not have it; set \`default\` or \`required\` on the rule.`;
  return [{ isError: false, path: first.at, code: 'possibly_missing', message }];
}

function readTarget(text: string): Path | undefined {
  const parsed = parsePath(text.endsWith('[]') ? text.slice(0, -2) : text);
  return parsed.ok ? parsed.path : undefined;
}
