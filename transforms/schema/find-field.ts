import { formatPath, type Path } from '../../core/paths.ts';
import { suggest } from '../../core/names/suggest.ts';
import { anyField, describeField, type FieldType } from './field-type.ts';

export type FoundField =
  | { ok: true; field: FieldType }
  /** The path exists in no record. */
  | { ok: false; code: 'unknown_field' | 'type_mismatch'; message: string; allowed?: string[] };

/** Finds the type of the value at a path. It may be null or missing if a parent may be. */
export function findField(record: FieldType, { segments }: Path): FoundField {
  let field = record;
  for (const [i, segment] of segments.entries()) {
    const { kinds, members, isClosed, items } = field;
    if (kinds === undefined) return { ok: true, field: anyField };
    const before = segments.slice(0, i);
    if (!kinds.has(typeof segment === 'number' ? 'array' : 'object')) {
      const expected = typeof segment === 'number' ? 'list' : 'object';
      const message = `\`${formatPath(before)}\` is not ${expected}: it holds ${describeField(field)}.`;
      return { ok: false, code: 'type_mismatch', message };
    }
    const known = typeof segment === 'number' ? { ...(items ?? anyField), mayLack: true } : members?.get(segment);
    if (known === undefined && isClosed === true) return unknownField(before, String(segment), members?.keys() ?? []);
    const next = known ?? anyField;
    const mayLack = field.mayLack === true || kinds.size > 1 ? true : next.mayLack;
    field = { ...next, mayLack, mayBeNull: field.mayBeNull === true ? true : next.mayBeNull };
  }
  return { ok: true, field };
}

function unknownField(before: Path['segments'], name: string, known: Iterable<string>): FoundField {
  const meant = suggest(name, known);
  const path = formatPath([...before, name]);
  const hint = meant === undefined ? undefined : formatPath([...before, meant]);
  const message = `Unknown field \`${path}\`.${hint === undefined ? '' : ` Did you mean \`${hint}\`?`}`;
  return { ok: false, code: 'unknown_field', message, ...(hint === undefined ? {} : { allowed: [hint] }) };
}
