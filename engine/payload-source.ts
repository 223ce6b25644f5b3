import type { JsonObject } from '../core/json.ts';
import { compileSchema } from '../transforms/validation/index.ts';
import { compilePaths } from './compile/compile-paths.ts';
import { keyProblem, toKeyText } from './key-text.ts';
import type { StoredPayload } from './payload-schema.ts';

/** A delivery that may become an item, or why it may not. */
export type ReadPayload = { ok: true; key: string; dedupe: string | undefined } | { ok: false; message: string };

/**
 * Compiles what checks deliveries, and reads what they are known by. The definition was checked when it was saved.
 *
 * @param what What messages call what was delivered.
 */
export function compilePayload(
  { schema, dedupe, key }: StoredPayload,
  what = 'record',
): (record: JsonObject) => ReadPayload {
  const compiled = schema && compileSchema(schema, '', 'invalid_payload', what);
  const identity = compilePaths(key, '', []);
  const named = compilePaths(dedupe === undefined ? [] : [dedupe], '', []);
  return (record) => {
    const problem = compiled?.ok === true ? compiled.validate(record) : undefined;
    if (problem !== undefined) return { ok: false, message: problem.message };
    const text = toKeyText(identity.getters.map((get) => get(record)));
    if (text === undefined) return { ok: false, message: `The ${what} has no value in a field of its key.` };
    const wrong = keyProblem(text);
    if (wrong !== undefined) return { ok: false, message: wrong.message };
    return { ok: true, key: text, dedupe: toKeyText(named.getters.map((get) => get(record))) };
  };
}

/** What is known of what is delivered. */
export function describePayload({ schema }: { schema?: JsonObject | undefined }): {
  operations: { list: { kind: 'list'; effect: 'none'; incremental: boolean } };
  schema?: JsonObject;
} {
  return {
    operations: { list: { kind: 'list', effect: 'none', incremental: false } },
    ...(schema === undefined ? {} : { schema }),
  };
}
