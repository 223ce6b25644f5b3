import type { ExplainedField, ExplainedFilter, Explanation } from '../../core/explanations.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import { compileGetter } from '../../core/path-readers.ts';
import { parsePath } from '../../core/paths.ts';
import type { ExplainedRecord } from '../../engine/explain-record.ts';
import type { MappedRun } from '../load/load-run.ts';
import { createMask } from '../mask-sensitive.ts';
import { maskValues } from '../../core/mask-values.ts';

/**
 * Makes what masks the explanation of a record.
 *
 * `shapes`: every value, as failed records are shown. `shown`: all values of what reads a sensitive field of the source or
 * writes one of the target, as browsing shows records; and every value where a script may have put a sensitive field
 * anywhere.
 */
export function createExplanationMask(
  { definition, source, target }: Pick<MappedRun, 'definition' | 'source' | 'target'>,
  values: 'shown' | 'shapes',
): (explained: ExplainedRecord, record: JsonObject) => Explanation {
  const maskSource = createMask(source.connector, definition.source.object);
  const maskTarget = createMask(target.connector, definition.target.object);
  return ({ explanation, isRewritten }, record) => {
    const masked = maskSource(record);
    const hidesAll = values === 'shapes' || (isRewritten && !isSame(masked, record));
    const reads = ({ sources }: Pick<ExplainedField, 'sources'>): boolean =>
      sources.some(({ path }) => !isSame(read(record, path), read(masked, path)));
    const writes = ({ to, value }: ExplainedField): boolean => {
      const written = wrap(to, value ?? '');
      return !isSame(maskTarget(written), written);
    };
    const { filter, fields, ...rest } = explanation;
    return {
      ...rest,
      ...(filter && { filter: hidesAll || reads(filter) ? maskFilter(filter) : filter }),
      ...(fields && { fields: fields.map((one) => (hidesAll || reads(one) || writes(one) ? maskField(one) : one)) }),
    };
  };
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return canonicalJson(a ?? null) === canonicalJson(b ?? null);
}

function read(record: JsonObject, path: string): Json | undefined {
  const parsed = parsePath(path);
  return parsed.ok ? compileGetter(parsed.path)(record) : undefined;
}

/** A record with one value; a list on the way has it as its only item, since masks do not look at positions. */
function wrap(path: string, value: Json): JsonObject {
  const parsed = parsePath(path);
  const names = parsed.ok ? parsed.path.segments : [path];
  let inner = value;
  for (const name of names.toReversed()) inner = typeof name === 'number' ? [inner] : { [name]: inner };
  return isJsonObject(inner) ? inner : {};
}

function maskFilter({ sources, steps, ...rest }: ExplainedFilter): ExplainedFilter {
  return { ...rest, sources: sources.map(maskHolder), steps: steps.map(maskHolder) };
}

function maskField({ sources, steps, ...rest }: ExplainedField): ExplainedField {
  return { ...maskHolder(rest), sources: sources.map(maskHolder), steps: steps.map(maskHolder) };
}

/** Values that were shortened to words are masked as the texts that they are. */
function maskHolder<Holder extends { value?: Json | undefined }>(holder: Holder): Holder {
  return holder.value === undefined ? holder : { ...holder, value: maskValues(holder.value) };
}
