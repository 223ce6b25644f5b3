import type { CsvError } from 'csv-parse/sync';
import type { JsonObject } from '../../../../core/json.ts';
import { type Fault, FaultError } from '../../../kit/fault.ts';
import type { CsvFormat } from '../../../kit/http/operations.ts';
import { requireRoom } from '../../../kit/memory-room.ts';
import { loadLibrary } from '../load-library.ts';
import { weighRows } from './weigh-text.ts';
import { messages } from '../../../../core/messages.ts';

/**
 * Reads the column names from a header line.
 *
 * @throws {FaultError} when it is not a header, or two columns share a name.
 */
export function decodeHeader(line: string, format: CsvFormat): string[] {
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(line)) throw new FaultError(markup);
  if (line.split(format.delimiter, columnsMax + 1).length > columnsMax) throw new FaultError(tooManyColumns);
  const [header, following] = rowsOf(() =>
    loadLibrary('csv-parse/sync').parse(line, { ...toOptions(line, format), relax_column_count: true }),
  );
  if (following !== undefined) throw new FaultError(oldLines);
  const names = (header ?? []).map((name) => name.trim());
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw new FaultError({
      kind: 'schema_drift',
      message: `Two columns of the file are named "${repeated.slice(0, 80)}".`,
    });
  }
  return names;
}

/**
 * Converts rows to records. Every value is a text; an empty cell is the empty text.
 *
 * @throws {FaultError} `schema_drift` when a row does not match the format, or the rows exceed a limit.
 */
export function decodeRows(text: string, columns: readonly string[], format: CsvFormat): JsonObject[] {
  requireRoom(weighRows(text, format.delimiter));
  const options = { ...toOptions(text, format), columns: [...columns], relax_column_count: format.relaxed };
  return rowsOf(() => loadLibrary('csv-parse/sync').parse<JsonObject>(text, options));
}

/** Tables of databases have fewer, spreadsheets up to 16,384. */
const columnsMax = 20_000;

const tooManyColumns: Fault = { kind: 'schema_drift', message: `The file has more than ${columnsMax} columns.` };

const markup: Fault = {
  kind: 'schema_drift',
  message: messages.webPageReturned({ format: 'CSV' }),
};

/** Classic Mac OS used carriage returns: the whole file would be the header line. */
const oldLines: Fault = {
  kind: 'schema_drift',
  message: 'The lines of the file end with carriage returns only. Save it with line feeds.',
};

function rowsOf<Row>(parseRows: () => Row[]): Row[] {
  try {
    return parseRows();
  } catch (error) {
    throw new FaultError({ kind: 'schema_drift', message: `The file does not match its format: ${reasonOf(error)}.` });
  }
}

function toOptions(
  text: string,
  { delimiter, quote }: CsvFormat,
): { delimiter: string; quote: string | null; skip_empty_lines: true; record_delimiter: string[] } {
  // Line ends are not auto-detected from the first line, since files may be concatenated from several.
  const ends = text.includes('\n') ? ['\r\n', '\n'] : [];
  return { delimiter, quote, skip_empty_lines: true, record_delimiter: ends };
}

/** csv-parse's messages contain cell values, so only its code is used. */
function reasonOf(error: unknown): string {
  const known = isCsvError(error) ? reasons[error.code] : undefined;
  return known ?? 'a row cannot be read';
}

function isCsvError(error: unknown): error is CsvError {
  return (
    error instanceof Error && 'code' in error && typeof error.code === 'string' && Object.hasOwn(reasons, error.code)
  );
}

const reasons: Readonly<Record<string, string>> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: 'a row has more or fewer cells than there are columns',
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'a row has more or fewer cells than there are columns',
  CSV_INVALID_CLOSING_QUOTE: 'a closing quote is followed by text',
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
  INVALID_OPENING_QUOTE: 'a quote opens inside a cell',
};
