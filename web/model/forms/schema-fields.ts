/** A field of a form that a JSON Schema describes. */
export interface SchemaField {
  name: string;
  title: string;
  help: string | undefined;
  example: string | undefined;
  kind: 'text' | 'secret' | 'lines' | 'secret lines' | 'number' | 'switch' | 'choice' | 'list';
  /** Of a choice. */
  options: readonly string[];
  initial: string;
  required: boolean;
}

type Members = Record<string, unknown>;

/** What was typed, as the API takes it. */
export type FieldValues = Record<string, string | number | boolean | string[]>;

/** Reads the fields that a form has to ask for, the required ones first. What is no object schema has none. */
export function readFields(schema: unknown): SchemaField[] {
  if (!isMembers(schema) || !isMembers(schema['properties'])) return [];
  const required = isList(schema['required']) ? schema['required'] : [];
  const fields = Object.entries(schema['properties']).map(([name, property]) =>
    readField(name, isMembers(property) ? property : {}, required.includes(name)),
  );
  return fields.toSorted((a, b) => Number(b.required) - Number(a.required));
}

/** Makes the values of a form into what the API takes. Fields that were left empty are left out. */
export function toValues(fields: readonly SchemaField[], read: (name: string) => string | undefined): FieldValues {
  const entries = fields.flatMap((field): [string, FieldValues[string]][] => {
    const text = read(field.name) ?? '';
    // What is on by default is off only where that is said.
    const isLeftOut = text === '' && !field.required && field.initial !== 'on';
    if (field.kind === 'switch') return isLeftOut ? [] : [[field.name, text === 'on']];
    return text === '' ? [] : [[field.name, toValue(field, text)]];
  });
  return Object.fromEntries(entries);
}

function toValue({ kind }: SchemaField, text: string): FieldValues[string] {
  if (kind === 'number') return Number(text);
  if (kind !== 'list') return text;
  return text
    .split(/[\n,]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function readField(name: string, property: Members, required: boolean): SchemaField {
  const options = isList(property['enum']) ? property['enum'].map(String) : [];
  const initial = property['default'];
  return {
    name,
    title: readText(property['title']) ?? name.replaceAll('_', ' '),
    help: readText(property['help']) ?? readText(property['description']),
    example: readText(property['example']) ?? readExample(property['examples']),
    kind: toKind(name, property, options),
    options,
    initial:
      typeof initial === 'string' || typeof initial === 'number' ? String(initial) : initial === true ? 'on' : '',
    required,
  };
}

function toKind(name: string, property: Members, options: readonly string[]): SchemaField['kind'] {
  if (options.length > 0) return 'choice';
  if (property['type'] === 'boolean') return 'switch';
  if (property['type'] === 'integer' || property['type'] === 'number') return 'number';
  if (property['type'] === 'array') return 'list';
  // Keys in PEM and certificates come in lines, which an input of one line would join.
  const hasLines = /private_key|certificate|_pem|_ca$|json/.test(name);
  const isSecret = property['writeOnly'] === true || property['format'] === 'password';
  if (hasLines) return isSecret ? 'secret lines' : 'lines';
  return isSecret ? 'secret' : 'text';
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function readExample(value: unknown): string | undefined {
  return isList(value) ? readText(value[0]) : undefined;
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}
