import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { Segment } from '../core/paths.ts';
import type { CompiledRule } from './compile-rule.ts';

/** The first write of a record, or a later one. */
export type WritePhase = 'create' | 'update';

/** Returns the fields of a target record that one kind of write includes, without modifying the record. */
export type SelectFields = (record: JsonObject, phase: WritePhase) => JsonObject;

/** @returns `undefined` if every rule applies to all writes. */
export function compileFieldSelection(rules: readonly CompiledRule[]): SelectFields | undefined {
  const left = (phase: WritePhase): (readonly Segment[])[] =>
    rules.flatMap(({ onlyOn, to }) => (onlyOn === undefined || onlyOn === phase ? [] : [to.segments]));
  const leftOut: Readonly<Record<WritePhase, (readonly Segment[])[]>> = {
    create: left('create'),
    update: left('update'),
  };
  if (leftOut.create.length + leftOut.update.length === 0) return undefined;
  return (record, phase) => leftOut[phase].reduce((rest, path) => without(rest, path) ?? {}, record);
}

/** @returns `undefined` if nothing remains. */
function without(object: JsonObject, [name, ...rest]: readonly Segment[]): JsonObject | undefined {
  if (typeof name !== 'string' || !Object.hasOwn(object, name)) return object;
  const { [name]: member, ...others } = object;
  const kept = rest.length > 0 && isJsonObject(member) ? without(member, rest) : undefined;
  if (kept === undefined) return Object.keys(others).length > 0 ? others : undefined;
  // Keeps member order: equal records have equal text.
  return { ...object, [name]: kept };
}
