import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { Segment } from '../core/paths.ts';
import type { CompiledRule } from './compile-rule.ts';

/** The first write of a record, or a later one. */
export type WritePhase = 'create' | 'update';

/** Gives a target record as one kind of write writes it; the record itself stays as it is. */
export type Narrow = (record: JsonObject, phase: WritePhase) => JsonObject;

/** @returns `undefined` where no rule is for one kind of write only. */
export function compileNarrow(rules: readonly CompiledRule[]): Narrow | undefined {
  const left = (phase: WritePhase): (readonly Segment[])[] =>
    rules.flatMap(({ onlyOn, to }) => (onlyOn === undefined || onlyOn === phase ? [] : [to.segments]));
  const leftOut: Readonly<Record<WritePhase, (readonly Segment[])[]>> = {
    create: left('create'),
    update: left('update'),
  };
  if (leftOut.create.length + leftOut.update.length === 0) return undefined;
  return (record, phase) => leftOut[phase].reduce((rest, path) => without(rest, path) ?? {}, record);
}

/** @returns `undefined` where nothing else is left. */
function without(object: JsonObject, [name, ...rest]: readonly Segment[]): JsonObject | undefined {
  if (typeof name !== 'string' || !Object.hasOwn(object, name)) return object;
  const { [name]: member, ...others } = object;
  const kept = rest.length > 0 && isJsonObject(member) ? without(member, rest) : undefined;
  if (kept === undefined) return Object.keys(others).length > 0 ? others : undefined;
  // In its old place: equal records have equal text.
  return { ...object, [name]: kept };
}
