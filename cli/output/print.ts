import { isJsonObject, type Json } from '../../core/json.ts';
import type { CliContext, GlobalOptions } from '../context.ts';
import { showControls, styleFor } from './style.ts';
import { layOutRecords, layOutTable } from './table.ts';
import { readPath, toText } from '../../as-code/values.ts';

type Format = Pick<GlobalOptions, 'json' | 'yaml' | 'field'>;

/** Prints one resource: as YAML for people, or as told. */
export async function printOne(context: CliContext, format: Format, value: Json): Promise<void> {
  if (format.field !== undefined) {
    printField(context, format.field, [value]);
    return;
  }
  const text = await renderData(format, value);
  context.stdout.write(text ?? showControls(await toYaml(value)));
}

/** Lines that are longer nobody reads where there is no terminal to tell its width. */
const pageWidth = 160;

/**
 * Prints records: as a table for people, or as told. Whole records (without `columns`) that are too wide for one are printed
 * one below the other, so that nothing of them is cut.
 */
export async function printList(
  context: CliContext,
  format: Format,
  records: readonly Json[],
  columns: readonly string[],
): Promise<void> {
  if (format.field !== undefined) {
    printField(context, format.field, records);
    return;
  }
  const text = await renderData(format, [...records]);
  if (text !== undefined) {
    context.stdout.write(text);
    return;
  }
  const { stdout } = context;
  const width = stdout.isTTY === true ? (stdout.columns ?? 80) : undefined;
  const isWhole = columns.length === 0;
  const [headings, ...rows] = layOutTable(records, columns, isWhole ? undefined : width);
  if (isWhole && [headings, ...rows].some((line = '') => line.length > (width ?? pageWidth))) {
    stdout.write([...layOutRecords(records), ''].join('\n'));
    return;
  }
  if (headings === undefined) {
    say(context, 'Nothing there.');
    return;
  }
  const style = styleFor(context, context.stdout);
  context.stdout.write([style('bold', headings), ...rows, ''].join('\n'));
}

/** Says something that is no result. */
export function say({ stderr }: Pick<CliContext, 'stderr'>, line: string): void {
  stderr.write(`${line}\n`);
}

/** Prints a line for each record. A member that none of them has may be misspelt, or not be there this time. */
function printField(context: CliContext, field: string, records: readonly Json[]): void {
  const values = records.map((record) => readPath(record, field));
  context.stdout.write(values.map((value) => `${toText(value)}\n`).join(''));
  if (records.length === 0 || values.some((value) => value !== undefined)) return;
  const members = new Set(records.flatMap((record) => (isJsonObject(record) ? Object.keys(record) : [])));
  say(context, `Nothing here has \`${field}\`. Members: ${[...members].join(', ')}.`);
}

/** @returns `undefined` where nothing but a form for people was asked for. */
async function renderData({ json, yaml }: Format, value: Json): Promise<string | undefined> {
  if (json === true) return `${JSON.stringify(value, undefined, 2)}\n`;
  return yaml === true ? await toYaml(value) : undefined;
}

async function toYaml(value: Json): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}
