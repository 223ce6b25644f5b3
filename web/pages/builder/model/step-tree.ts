import { isList, isObject, type JsonObject, type JsonValue } from '../../../model/json.ts';
import { getAt, type Path, setAt } from './paths.ts';
import { inputName, inputSchema, listProperties, listVariants, resolve, type Schemas, startValue } from './schema.ts';

/** Members of every step. */
const common = ['id', 'was', 'name', 'when', 'on_error'];

/** A step in the outline, with the lists of steps within it. */
export interface StepNode {
  path: Path;
  id: string;
  name: string | undefined;
  kind: string;
  when: string | undefined;
  step: JsonObject;
  branches: StepList[];
}

/** A list of steps: of the flow, of a branch, of an `else`. */
export interface StepList {
  path: Path;
  /** Says when an item goes through it. Empty for the flow itself. */
  label: string;
  steps: StepNode[];
}

export const stepSchema = 'FlowStep';

/** A kind of step, as the hub describes it. */
export interface StepKind {
  kind: string;
  description: string;
  schema: JsonValue;
  /** Further members that only steps of this kind have: `else` of a condition. */
  with: readonly string[];
  /** Those of them that hold the steps without which the kind does nothing. */
  starts: JsonObject;
}

/**
 * The kinds of step that the hub knows: each member that is not of every step is one, unless its description says that it
 * comes with others (`` With `for_each`: … ``, `` With `action` and `scope`: … ``).
 */
export function listKinds(schemas: Schemas): StepKind[] {
  const members = listProperties(inputSchema(schemas, stepSchema)).map(([kind, schema]) => {
    const { description = '' } = resolve(schemas, schema);
    return { kind, schema, description, owners: readOwners(description) };
  });
  return members
    .filter(({ kind, owners }) => owners.length === 0 && !common.includes(kind))
    .map(({ kind, schema, description }) => {
      const own = members.filter(({ owners }) => owners.includes(kind)).map((member) => member.kind);
      return { kind, schema, description, with: own, starts: own.includes('steps') ? { steps: [] } : {} };
    });
}

function readOwners(description: string): string[] {
  const [, names = ''] = /^With ((?:`\w+`(?:, | and )?)+)/.exec(description) ?? [];
  return [...names.matchAll(/\w+(?=`)/g)].map(([name]) => name);
}

/** A step of a kind, with as little as the hub lets be there. */
export function startStep(schemas: Schemas, { kind, schema, starts }: StepKind): JsonObject {
  const value = startValue(schemas, schema);
  const { items } = resolve(schemas, schema).schema;
  // A list of branches begins with one, since without any the hub refuses it; a list of steps is filled in the outline.
  const isBranches =
    isList(value) && items !== undefined && resolve(schemas, items).name !== inputName(schemas, stepSchema);
  const first = isBranches ? [startValue(schemas, items)] : value;
  return { [kind]: first, ...starts };
}

/** The step as another kind: what every step has stays, and what only the kind before had is gone. */
export function changeStepKind(schemas: Schemas, step: JsonObject, kind: StepKind): JsonObject {
  const kept = Object.entries(step).filter(([name]) => common.includes(name));
  return { ...Object.fromEntries(kept), ...startStep(schemas, kind) };
}

/**
 * Reads the steps of a definition as a tree. Where steps stand within steps is read from the schema: kinds that come later
 * are shown like those of today.
 */
export function readSteps(schemas: Schemas, definition: JsonObject): StepList {
  return readList(schemas, { path: ['steps'], label: '', value: definition['steps'] });
}

function readList(schemas: Schemas, of: { path: Path; label: string; value: JsonValue | undefined }): StepList {
  const steps = isList(of.value) ? of.value : [];
  return {
    path: of.path,
    label: of.label,
    steps: steps.map((step, index) => readStep(schemas, [...of.path, index], step)),
  };
}

function readStep(schemas: Schemas, path: Path, value: JsonValue): StepNode {
  const step = isObject(value) ? value : {};
  const kinds = listKinds(schemas);
  const text = (member: string): string | undefined => {
    const found = step[member];
    return typeof found === 'string' ? found : undefined;
  };
  return {
    path,
    id: text('id') ?? '',
    name: text('name'),
    kind: kinds.find(({ kind }) => kind in step)?.kind ?? '',
    when: text('when'),
    step,
    branches: listBranches(schemas, { schema: inputSchema(schemas, stepSchema), value: step, path, label: '' }),
  };
}

interface Spot {
  schema: JsonValue;
  value: JsonValue;
  path: Path;
  label: string;
}

/** Every list of steps below a step, however deep in its members. */
function listBranches(schemas: Schemas, { schema: given, value, path, label }: Spot): StepList[] {
  const { schema } = resolve(schemas, given);
  const variants = listVariants(schema);
  if (variants.length > 0)
    return variants.flatMap((variant) => listBranches(schemas, { schema: variant, value, path, label }));
  if (isList(value)) {
    const items = schema['items'];
    if (items === undefined) return [];
    if (resolve(schemas, items).name === inputName(schemas, stepSchema))
      return [readList(schemas, { path, label, value })];
    return value.flatMap((item, index) =>
      listBranches(schemas, {
        schema: items,
        value: item,
        path: [...path, index],
        label: labelItem(label, item, index),
      }),
    );
  }
  if (!isObject(value)) return [];
  return listProperties(schema).flatMap(([name, property]) => {
    const below = value[name];
    if (below === undefined) return [];
    const words = name === 'steps' && label !== '' ? label : name.replaceAll('_', ' ');
    return listBranches(schemas, { schema: property, value: below, path: [...path, name], label: words });
  });
}

function labelItem(label: string, item: JsonValue, index: number): string {
  const { when, name } = isObject(item) ? item : {};
  if (typeof when === 'string' && when !== '') return `if ${when}`;
  return typeof name === 'string' && name !== '' ? name : `${label} ${index + 1}`;
}

/** All steps in the order of the outline. */
export function flatten(list: StepList): StepNode[] {
  return list.steps.flatMap((node) => [node, ...node.branches.flatMap(flatten)]);
}

/** Puts a step into a list, before the one at the position. */
export function insertStep(definition: JsonObject, list: Path, at: number, step: JsonObject): JsonObject {
  const steps = getAt(definition, list);
  const before = isList(steps) ? steps : [];
  return setAt(definition, list, [...before.slice(0, at), step, ...before.slice(at)]);
}

/** Takes a step away. A flow without a step is none any more. */
export function removeStep(definition: JsonObject, path: Path): JsonObject {
  const next = setAt(definition, path, undefined);
  const rest = next['steps'];
  return isList(rest) && rest.length === 0 ? setAt(next, ['steps'], undefined) : next;
}

/** Moves a step within its list. @returns the definition and where the step is then. */
export function moveStep(definition: JsonObject, path: Path, by: number): { definition: JsonObject; path: Path } {
  const { list, at } = split(path);
  const steps = getAt(definition, list);
  const to = at + by;
  if (!isList(steps) || to < 0 || to >= steps.length) return { definition, path };
  const others = steps.filter((_, index) => index !== at);
  const moved = [...others.slice(0, to), ...steps.slice(at, at + 1), ...others.slice(to)];
  return { definition: setAt(definition, list, moved), path: [...list, to] };
}

/** A copy with ids of its own, for the step and for all within it: the hub knows what a step wrote by its id. */
export function copyStep(step: JsonObject, taken: ReadonlySet<string>): JsonObject {
  const used = new Set(taken);
  const rename = (value: JsonValue, isStep: boolean): JsonValue => {
    if (isList(value)) return value.map((item) => rename(item, isObject(item) && typeof item['id'] === 'string'));
    if (!isObject(value)) return value;
    const entries = Object.entries(value).map(([name, member]): [string, JsonValue] => {
      if (isStep && name === 'id' && typeof member === 'string') return [name, freeId(member, used)];
      // What an action writes has ids of its own that are no ids of steps.
      return [name, name === 'mapping' ? member : rename(member, false)];
    });
    return Object.fromEntries(entries);
  };
  const copy = rename(step, true);
  return isObject(copy) ? copy : step;
}

/** `notice` → `notice_2`, unless that is taken as well. */
export function freeId(wanted: string, used: Set<string>): string {
  const base = wanted.replace(/_\d+$/, '');
  let id = wanted;
  for (let number = 2; used.has(id); number += 1) id = `${base}_${number}`;
  used.add(id);
  return id;
}

export function split(path: Path): { list: Path; at: number } {
  const last = path.at(-1);
  return { list: path.slice(0, -1), at: typeof last === 'number' ? last : 0 };
}
