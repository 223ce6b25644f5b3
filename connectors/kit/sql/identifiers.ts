/** Quotes a name for use in a statement. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export interface TableName {
  schema: string;
  name: string;
}

export function quoteTable({ schema, name }: TableName): string {
  return `${quoteName(schema)}.${quoteName(name)}`;
}

const part = String.raw`(?:"((?:[^"\0]|"")+)"|([^".\0]+))`;
const tablePattern = new RegExp(`^(?:${part}\\.)?${part}$`, 'u');

/**
 * Reads `table`, `schema.table` or the same with quotes (`"odd.schema"."Table"`). Names are taken as they are written.
 *
 * @returns `undefined` when the text is none of these.
 */
export function parseTableName(text: string, schema: string): TableName | undefined {
  const match = tablePattern.exec(text.trim());
  if (match === null) return undefined;
  const [, quotedSchema, plainSchema, quotedName, plainName] = match;
  const name = unquote(quotedName) ?? plainName ?? '';
  return { schema: unquote(quotedSchema) ?? plainSchema ?? schema, name };
}

function unquote(quoted: string | undefined): string | undefined {
  return quoted?.replaceAll('""', '"');
}
