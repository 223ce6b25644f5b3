import type { Verification } from '../../connectors/kit/catalogue-entry.ts';
import type { Connector, HttpConnector } from '../../connectors/kit/connector.ts';
import type { SuiteResult } from '../../test/contract/run-suite.ts';
import { listUses } from '../contract/operation-uses.ts';
import { countNotDocumented } from '../meaning/load-meaning.ts';
import { measureForm } from './measure-form.ts';
import { loadRecordings } from './recordings.ts';

export interface MatrixRow {
  connector: Connector;
  result: SuiteResult;
}

const columns = [
  'connector',
  'auth',
  'pagination',
  'errors',
  'limits',
  'test',
  'webhook',
  'operations',
  'requests',
  'grade',
  'sheets',
  'not documented',
  'scenarios',
  'replayed',
  'exempt',
  'level',
  'as of',
];

/** The capabilities and proofs of all connectors as a table of text, with the sums in its last line. */
export function renderMatrix(rows: readonly MatrixRow[]): string {
  const lines = [columns, ...rows.map(toCells)];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  const table = lines.map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return [...table, renderSums(rows)].join('\n');
}

function toCells({ connector, result }: MatrixRow): string[] {
  const { level, asOf, operations, sheets } = result.verification;
  const kinds = [...new Set(connector.auth.map(({ apply }) => apply.kind))].join(',');
  const { concurrency, buckets, signals } = connector.limits;
  const isHttp = connector.transport === 'http';
  const { requests, grades } = measureForm(connector);
  const recordings = loadRecordings(connector.id);
  return [
    connector.id,
    kinds,
    isHttp ? listPagination(connector).join(',') : connector.transport,
    isHttp ? `statuses+${connector.errors.length}` : 'driver',
    `${concurrency}, ${buckets.length}+${signals.length}`,
    isHttp ? describeTest(connector) : 'connect',
    connector.webhook?.signature.kind ?? '-',
    `${operations.verified}/${operations.total}${sayCustomers(operations)}`,
    `${requests.distinct}`,
    grades.join(',') || '-',
    `${sheets.complete}/${sheets.objects}`,
    String(countNotDocumented(connector)),
    String(result.scenarios),
    recordings === undefined
      ? '-'
      : `${recordings.matched}${recordings.faults === 0 ? '' : `, ${recordings.faults} faults`}`,
    String(result.exemptions.length),
    level,
    asOf,
  ];
}

/** What each customer decides stands apart: it is neither verified nor unverified. */
function sayCustomers({ customerDefined }: SuiteResult['verification']['operations']): string {
  return customerDefined === undefined ? '' : ` +${customerDefined}`;
}

function listPagination(connector: HttpConnector): string[] {
  const kinds = listUses(connector).flatMap(({ call }) => {
    if (call.kind !== 'read' || call.part !== 'list') return [];
    return [call.read.kind === 'pages' ? call.read.paginate.kind : call.read.kind];
  });
  return [...new Set(kinds)];
}

function describeTest({ test: { request } }: HttpConnector): string {
  return typeof request === 'function' ? 'computed' : `${request.method} ${request.path === '' ? '/' : request.path}`;
}

function renderSums(rows: readonly MatrixRow[]): string {
  const count = (level: string): number => rows.filter(({ result }) => result.verification.level === level).length;
  const sum = (read: (verification: Verification) => number): number =>
    rows.reduce((total, { result }) => total + read(result.verification), 0);
  const verified = sum(({ operations }) => operations.verified);
  const open = rows.reduce((total, { connector }) => total + countNotDocumented(connector), 0);
  const [complete, objects] = [sum(({ sheets }) => sheets.complete), sum(({ sheets }) => sheets.objects)];
  return `${rows.length} connectors: ${count('proven')} proven, ${count('verified')} verified, ${count('described')} described, ${count('documented')} documented; ${verified} operations verified; ${complete} of ${objects} meaning sheets complete, by ${open} facts that are not documented.`;
}
