import type { JsonObject } from '../core/json.ts';
import { compileSchema } from '../transforms/validation/index.ts';
import { compileKey } from './compile/compile-key.ts';
import { compilePaths } from './compile/compile-paths.ts';
import { toKeyText } from './key-text.ts';
import type { StoredPayload } from './payload-schema.ts';

/** A delivery that may become an item, or why it may not. */
export type ReadPayload = { ok: true; key: string; dedupe: string | undefined } | { ok: false; message: string };

/** Compiles what checks deliveries, and reads what they are known by. The definition was checked when it was saved. */
export function compilePayload({ schema, dedupe, key }: StoredPayload): (record: JsonObject) => ReadPayload {
  const compiled = schema && compileSchema(schema, '', 'invalid_payload');
  const identity = compileKey({ source: { connection_id: '', object: '', key } }, describePayload({}), []);
  const named = compilePaths(dedupe === undefined ? [] : [dedupe], '', []);
  return (record) => {
    const problem = compiled?.ok === true ? compiled.validate(record) : undefined;
    if (problem !== undefined) return { ok: false, message: problem.message };
    const read = identity.read(record);
    if (!read.ok) return { ok: false, message: read.problem.message };
    return { ok: true, key: read.key, dedupe: toKeyText(named.getters.map((get) => get(record))) };
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
