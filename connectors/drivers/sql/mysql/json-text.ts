import type { FieldPacket } from 'mysql2/promise';

/** A document of a row, as text: what it becomes is weighed before it is parsed, which the library does not do. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** @see https://dev.mysql.com/doc/dev/mysql-server/latest/field__types_8h.html */
const jsonType = 245;

/** Tells the documents of a row from its texts; MariaDB says so beside the type, which is that of a text. */
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
