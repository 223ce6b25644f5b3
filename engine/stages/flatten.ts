import type { Json, JsonObject } from '../../core/json.ts';
import { parsePath, type Segment } from '../../core/paths.ts';
import { type Formula, FormulaError } from '../../formula/index.ts';
import { anyType, type ObjectType, type ValueType } from '../../formula/value-type.ts';
import { compileFormulaAt, listTables, toWarnings } from '../../transforms/compile-rule.ts';
import type { RecordProblem } from '../../transforms/problem.ts';
import { addFindings, type Findings } from '../compile/findings.ts';
import type { FlattenDefinition } from '../definition.ts';
import type { ReadKey } from '../key-text.ts';
import type { RunEnvironment } from '../run-environment.ts';
import { elementsMaxDefault, splitList } from '../split-list.ts';
import { fail, leaveOut } from './page.ts';
import type { DescribeStage, StageBase, StageWork, Subject } from './stage-base.ts';

/** Makes a record of each element of a list that a record has. */
export interface FlattenStage extends StageBase {
  kind: 'flatten';
  /** Whether a record is one that the stage made: kept as a failed record, it is not flattened again. */
  isElement(record: JsonObject): boolean;
  split(record: JsonObject): SplitRecord;
}

type SplitRecord = { ok: true; records: JsonObject[] } | { ok: false; problem: RecordProblem };

/** Member that holds what an element is known by, within the record that has the list. */
export function elementKeyOf({ as }: Pick<FlattenDefinition, 'as'>): string {
  return `${as}_key`;
}

/** @param readKey Identifies a record that has a list; absent where records are grouped, and each counts. */
function createFlatten(
  { as }: FlattenDefinition,
  split: FlattenStage['split'],
  readKey: ReadKey | undefined,
): FlattenStage {
  const isElement = (record: JsonObject): boolean =>
    Object.hasOwn(record, as) && Object.hasOwn(record, elementKeyOf({ as }));
  return {
    kind: 'flatten',
    decides: 'flatten',
    isElement,
    split,
    run: (subjects, work) =>
      lastOfEach(subjects, readKey, work).flatMap((subject) => splitSubject(subject, split, work)),
  };
}

/** The elements of an earlier state of a record on the same page are not there any more. */
function lastOfEach(
  subjects: readonly Subject[],
  readKey: ReadKey | undefined,
  { page: { counters } }: StageWork,
): readonly Subject[] {
  if (readKey === undefined) return subjects;
  const byKey = new Map<string | Subject, Subject>();
  for (const subject of subjects) {
    const key = readKey(subject.record);
    byKey.set(key.ok ? key.key : subject, subject);
  }
  counters.read += subjects.length - byKey.size;
  counters.deduplicated += subjects.length - byKey.size;
  return [...byKey.values()];
}

/** Nobody knows the elements of a record that fails: it has no key of its own, so that nothing counts as missing. */
function splitSubject(
  { record, problem }: Subject,
  split: FlattenStage['split'],
  { page }: Pick<StageWork, 'page'>,
): Subject[] {
  const made: SplitRecord = problem === undefined ? split(record) : { ok: false, problem };
  if (!made.ok) {
    fail(page, { sourceKey: undefined, field: undefined, ...made.problem, record });
    return [];
  }
  if (made.records.length === 0) leaveOut(page);
  return made.records.map((element): Subject => ({ sourceKey: undefined, record: element, input: element }));
}

export interface CompiledFlatten {
  /** Type of the records that the stage makes. */
  recordType: ObjectType;
  stageFor(environment: RunEnvironment, readKey: ReadKey | undefined): FlattenStage;
}

/**
 * Compiles what makes several records of one.
 *
 * @param taken Members that the element must not hide.
 */
export function compileFlatten(
  definition: FlattenDefinition,
  { recordType, taken }: { recordType: ObjectType; taken: readonly string[] },
  findings: Findings,
): CompiledFlatten | undefined {
  const { list: text, as, key: keyText, max = elementsMaxDefault } = definition;
  const list = compileAt(text, 'list', recordType, findings);
  const path = toNames(text);
  const element = list === undefined ? anyType : elementTypeOf(list.type, findings);
  const members = new Map(recordType.members);
  if (path.length === 1) members.delete(path[0] ?? '');
  for (const name of [as, elementKeyOf(definition)]) {
    if (!members.has(name) && !taken.includes(name)) continue;
    const message = `The record has a member \`${name}\` already: choose another name.`;
    findings.problems.push({ path: 'source.flatten.as', code: 'name_taken', message });
  }
  members.set(as, element).set(elementKeyOf(definition), anyType);
  const made = { ...recordType, members };
  const key = keyText === undefined ? undefined : compileAt(keyText, 'key', made, findings);
  if (list === undefined || (keyText !== undefined && key === undefined)) return undefined;
  const toElement = (parent: JsonObject, name: Json, value: Json): JsonObject => ({
    ...parent,
    [as]: value,
    [elementKeyOf(definition)]: name,
  });
  return {
    recordType: made,
    stageFor: (environment, readKey) => {
      const split = (record: JsonObject): SplitRecord => {
        const given = evaluate(list, record, environment);
        if (!given.ok) return given;
        const parent = withoutMember(record, path);
        const named = splitList(given.value, max, (value, index) =>
          key === undefined
            ? { ok: true, value: index + 1 }
            : evaluate(key, toElement(parent, index + 1, value), environment),
        );
        if (!named.ok) return named;
        return { ok: true, records: named.elements.map((one) => toElement(parent, one.key, one.element)) };
      };
      return createFlatten(definition, split, readKey);
    },
  };
}

function compileAt(text: string, name: string, recordType: ObjectType, findings: Findings): Formula | undefined {
  const at = `source.flatten.${name}`;
  const formula = compileFormulaAt(text, at, recordType, findings.problems);
  if (formula !== undefined)
    addFindings(findings, { warnings: toWarnings(formula, at), tables: listTables(formula, at) });
  return formula;
}

function elementTypeOf(type: ValueType, { problems }: Findings): ValueType {
  if (type.kind === 'list') return type.items;
  if (type.kind !== 'any' && type.kind !== 'null') {
    const message = `Expected a formula that gives a list; this one gives ${type.kind}.`;
    problems.push({ path: 'source.flatten.list', code: 'not_a_list', message });
  }
  return anyType;
}

function evaluate(
  formula: Formula,
  record: JsonObject,
  environment: RunEnvironment,
): { ok: true; value: Json } | { ok: false; problem: RecordProblem } {
  try {
    return { ok: true, value: formula.evaluate(record, environment) ?? null };
  } catch (error) {
    if (error instanceof FormulaError)
      return { ok: false, problem: { code: 'flatten_failed', message: error.message } };
    throw error;
  }
}

/** The members that lead to a list, where its formula is a path of such. */
export function toNames(formula: string): string[] {
  const parsed = parsePath(formula);
  const isName = (segment: Segment): segment is string => typeof segment === 'string';
  return parsed.ok && parsed.path.segments.every(isName) ? parsed.path.segments.filter(isName) : [];
}

/** A thousand lines that each had all of them would be a million. */
function withoutMember(record: JsonObject, [name, ...rest]: readonly string[]): JsonObject {
  if (name === undefined || !Object.hasOwn(record, name)) return record;
  const { [name]: member, ...others } = record;
  if (rest.length === 0) return others;
  return typeof member === 'object' && member !== null && !Array.isArray(member)
    ? { ...others, [name]: withoutMember(member, rest) }
    : record;
}

export const describeFlatten: DescribeStage = ({ source }) =>
  source?.flatten === undefined ? undefined : { type: 'flatten' };
