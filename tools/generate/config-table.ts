import { z } from 'zod';
import { configShape } from '../../core/config.ts';

/** The configuration of the processes as a table: variable, default, meaning. */
export function renderConfigTable(shape: Readonly<Record<string, z.ZodType>> = configShape): string {
  const rows = Object.entries(shape).map(
    ([name, schema]) => `| \`${name}\` | ${describeDefault(schema)} | ${describe(schema)} |`,
  );
  return ['| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

function describeDefault(schema: z.ZodType): string {
  const parsed = schema.safeParse(undefined);
  if (!parsed.success) return 'required';
  const { data } = parsed;
  if (data === undefined || data === '' || (Array.isArray(data) && data.length === 0)) return '';
  return `\`${typeof data === 'string' ? data : JSON.stringify(data)}\``;
}

function describe(schema: z.ZodType): string {
  const { enum: values } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const choice = values === undefined ? '' : ` One of ${values.map((value) => `\`${String(value)}\``).join(', ')}.`;
  return `${schema.description ?? ''}${choice}`.replaceAll('|', '\\|');
}
