import type { FieldPacket } from 'mysql2/promise';

/** A JSON value of a row, as text: its memory is checked before it is parsed, which the library does not do. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** @see https://dev.mysql.com/doc/dev/mysql-server/latest/field__types_8h.html */
const jsonType = 245;

/** Distinguishes JSON values from texts. MariaDB reports JSON beside the type, which is a text type. */
export function markJson(
  row: Readonly<Record<string, unknown>>,
  fields: readonly FieldPacket[],
): Readonly<Record<string, unknown>> {
  const marked = fields.filter(isJson).map(({ name }): [string, unknown] => {
    const value = row[name];
    return [name, typeof value === 'string' ? new JsonText(value) : value];
  });
  return marked.length === 0 ? row : { ...row, ...Object.fromEntries(marked) };
}

function isJson({ columnType, extendedFormat }: FieldPacket): boolean {
  return columnType === jsonType || extendedFormat === 'json';
}
