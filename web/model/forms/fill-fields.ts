import type { JsonObject, JsonValue } from '../json.ts';
import type { SchemaField } from './schema-fields.ts';

/** A form of what is there already, and what of it no control can show, which stays as it is. */
export interface FilledForm {
  fields: SchemaField[];
  kept: JsonObject;
}

/** Puts present values into the fields of a form. */
export function fillFields(fields: readonly SchemaField[], values: JsonObject): FilledForm {
  const shown = fields.filter(({ name, kind }) => values[name] === undefined || canShow(kind, values[name]));
  const names = new Set(shown.map(({ name }) => name));
  return {
    fields: shown.map((field) => ({ ...field, initial: toText(values[field.name]) })),
    kept: Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name))),
  };
}

function canShow(kind: SchemaField['kind'], value: JsonValue | undefined): boolean {
  if (kind === 'list') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (kind === 'switch') return typeof value === 'boolean';
  return typeof value === 'string' || typeof value === 'number';
}

function toText(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return value.map(toText).join('\n');
  if (typeof value === 'boolean') return value ? 'on' : '';
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
