import type { RecordingCounts } from '../../tools/matrix/recordings.ts';

/** What the replay of one connector's recordings showed. Holds ids and endpoints of the recordings, nothing of their contents. */
export interface ConnectorReport {
  connector: string;
  interactions: number;
  /** Interactions that an operation of the connector could have made. */
  matched: number;
  /** Listings that were read, and the pages of theirs behind the first. */
  listings: number;
  pages_followed: number;
  records: number;
  /** Records whose key an earlier one of the listing has as well. */
  repeated: number;
  /** Parameters of recorded listings that the connector sends as well. */
  parameters: number;
  /** Listings that were read again as changes since an instant. */
  changes: number;
  writes: number;
  /** Writes whose body was compared with the recorded one. */
  bodies: number;
  /** Look-ups of single records, as they precede the repeat of a write. */
  look_ups: number;
  parse_failures: number;
  lost: number;
  doubled: number;
  /** Answers of status 400 and above that were judged, and those of them that were read as something else. */
  errors: number;
  misread: number;
  /** Writes that sent something else than was recorded. */
  sent_otherwise: number;
  /** Answers that were not recorded whole, or to requests that the connector does not make in this form. */
  not_comparable: number;
  endpoints: EndpointCount[];
  /** Endpoints that no operation covers, the most recorded first. */
  uncovered: EndpointCount[];
  findings: Finding[];
}

export interface EndpointCount {
  endpoint: string;
  /** `object.operation`. */
  operation?: string;
  interactions: number;
}

export interface Finding {
  kind: 'parse_failure' | 'lost' | 'doubled' | 'misread' | 'sent_otherwise' | 'not_comparable';
  /** Id of the interaction. */
  id: string;
  endpoint: string;
  message: string;
}

/** So many findings say enough. */
const findingsMax = 100;

/** Counts while a connector's recordings stream by. */
export class Tally {
  readonly #report: Omit<ConnectorReport, 'endpoints' | 'uncovered'>;
  readonly #covered = new Map<string, EndpointCount>();
  readonly #uncovered = new Map<string, EndpointCount>();

  constructor(connector: string) {
    const read = {
      interactions: 0,
      matched: 0,
      listings: 0,
      pages_followed: 0,
      records: 0,
      repeated: 0,
      parameters: 0,
      changes: 0,
    };
    const counts = { ...read, writes: 0, bodies: 0, look_ups: 0, errors: 0 };
    const faults = { parse_failures: 0, lost: 0, doubled: 0, misread: 0, sent_otherwise: 0, not_comparable: 0 };
    this.#report = { connector, ...counts, ...faults, findings: [] };
  }

  add(
    name:
      | 'interactions'
      | 'listings'
      | 'pages_followed'
      | 'records'
      | 'repeated'
      | 'parameters'
      | 'changes'
      | 'writes'
      | 'bodies'
      | 'look_ups'
      | 'errors',
    count = 1,
  ): void {
    this.#report[name] += count;
  }

  cover(endpoint: string, operation: string | undefined): void {
    if (operation !== undefined) this.#report.matched += 1;
    const counts = operation === undefined ? this.#uncovered : this.#covered;
    const name = `${endpoint} ${operation ?? ''}`;
    const known = counts.get(name) ?? { endpoint, ...(operation === undefined ? {} : { operation }), interactions: 0 };
    known.interactions += 1;
    counts.set(name, known);
  }

  find(finding: Finding, count = 1): void {
    const name = finding.kind === 'parse_failure' ? 'parse_failures' : finding.kind;
    this.#report[name] += count;
    if (this.#report.findings.length < findingsMax) this.#report.findings.push(finding);
  }

  finish(): ConnectorReport {
    return { ...this.#report, endpoints: toList(this.#covered), uncovered: toList(this.#uncovered) };
  }
}

function toList(counts: ReadonlyMap<string, EndpointCount>): EndpointCount[] {
  return [...counts.values()].toSorted((a, b) => b.interactions - a.interactions || (a.endpoint < b.endpoint ? -1 : 1));
}

/** How much was lost, doubled, misread, sent otherwise or not understood. */
export function countFaults({ parse_failures, lost, doubled, misread, sent_otherwise }: ConnectorReport): number {
  return parse_failures + lost + doubled + misread + sent_otherwise;
}

/** What of a report is kept beside the connector. */
export function toCounts(report: ConnectorReport): RecordingCounts {
  const {
    matched,
    listings,
    pages_followed,
    records,
    repeated,
    parameters,
    changes,
    writes,
    bodies,
    look_ups,
    errors,
  } = report;
  const read = { matched, listings, pages_followed, records, repeated, parameters, changes };
  const operations = [...new Set(report.endpoints.flatMap(({ operation }) => operation ?? []))].toSorted();
  const recorded = report.interactions;
  return { recorded, ...read, writes, bodies, look_ups, errors, faults: countFaults(report), operations };
}

export function isClean(report: ConnectorReport): boolean {
  return countFaults(report) === 0;
}

const columns = {
  connector: 'connector',
  recorded: 'interactions',
  matched: 'matched',
  listings: 'listings',
  'pages followed': 'pages_followed',
  records: 'records',
  changes: 'changes',
  writes: 'writes',
  bodies: 'bodies',
  'look-ups': 'look_ups',
  'parse failures': 'parse_failures',
  lost: 'lost',
  doubled: 'doubled',
  errors: 'errors',
  misread: 'misread',
  'sent otherwise': 'sent_otherwise',
  'not comparable': 'not_comparable',
} as const satisfies Record<string, keyof ConnectorReport>;

/** The table for people, then what was found and what no operation covers. */
export function renderReports(reports: readonly ConnectorReport[]): string {
  const head = Object.keys(columns);
  const rows = reports.map((report) => Object.values(columns).map((name) => String(report[name])));
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const toLine = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  return [toLine(head), ...rows.map(toLine), ...reports.flatMap(renderDetails)].join('\n');
}

const uncoveredShown = 20;

function renderDetails({ connector, findings, uncovered }: ConnectorReport): string[] {
  const found = findings
    .filter(({ kind }) => kind !== 'not_comparable')
    .map(({ kind, id, endpoint, message }) => `${connector} ${kind} ${id} ${endpoint}: ${message}`);
  const shown = uncovered.slice(0, uncoveredShown).map(({ endpoint, interactions }) => `  ${interactions} ${endpoint}`);
  const rest = uncovered.length > uncoveredShown ? [`  and ${uncovered.length - uncoveredShown} more (--json)`] : [];
  const heading = uncovered.length === 0 ? [] : [`${connector}: no operation covers`];
  return [...found, ...heading, ...shown, ...rest];
}
