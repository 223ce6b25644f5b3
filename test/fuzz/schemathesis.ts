import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { runCommand } from '../../start/processes/run-command.ts';
import { installFromPypi } from '../lab/install-from-pypi.ts';
import type { Failure, Report, Target } from './own-driver.ts';

/** A second driver, written by others. @see https://schemathesis.readthedocs.io/en/stable/reference/cli/ */
const requirements = join(import.meta.dirname, 'schemathesis.requirements.txt');
const runTimeoutMs = 1_200_000;

/**
 * A third party that does not answer is no fault of ours; that the operation says so is checked beside it. A request
 * that does not fit the document is refused for whatever is looked at first: also for its size, or for its precondition,
 * which stands in the head (RFC 9110 §13.2.1).
 */
const config = `[checks]
not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "502", "504"]
negative_data_rejection.expected-statuses = ["4xx", "5xx"]
`;

/** What its phase of systematic cases costs for one operation, whatever number is asked for: about what 23 operations took on average. */
const coverageCasesPerOperation = 90;

/** Finds it in the cache, or installs it there. @returns `undefined` where there is no Python or PyPI is closed. */
export function findSchemathesis(say: (text: string) => void): Promise<string | undefined> {
  return installFromPypi({ name: 'schemathesis', imports: 'schemathesis.cli', requirements }, say);
}

const report = z.object({
  failures: z.array(z.object({ type: z.string(), title: z.string(), operations: z.array(z.string()) })),
  errors: z.array(z.looseObject({})),
  test_cases: z.object({ generated: z.number() }),
});

/**
 * Runs it over the served document, links from answer to answer included.
 *
 * All of its checks but one: that every request which fits the document is accepted. A document cannot say which ids
 * exist, which forms a connector has, or in which state a run is.
 *
 * @param options.requests About as many; its cases come in whole groups.
 */
export async function runSchemathesis(
  program: string,
  target: Target,
  options: { requests: number; seed: number; operations: number },
  say: (text: string) => void,
): Promise<Pick<Report, 'requests' | 'failures'>> {
  const perOperation = options.requests / options.operations;
  const isLong = perOperation > 2 * coverageCasesPerOperation;
  const examples = Math.max(1, Math.floor((perOperation - (isLong ? coverageCasesPerOperation : 0)) / 2));
  const folder = mkdtempSync(join(tmpdir(), 'hub-fuzz-'));
  const file = join(folder, 'report.json');
  writeFileSync(join(folder, 'schemathesis.toml'), config);
  try {
    const { output } = await runCommand(
      program,
      [
        '-m',
        'schemathesis.cli',
        'run',
        `${target.apiUrl}/openapi.json`,
        '--no-color',
        '--continue-on-failure',
        `--header=Authorization: Bearer ${target.key}`,
        `--phases=${isLong ? 'examples,coverage,fuzzing,stateful' : 'examples,fuzzing,stateful'}`,
        `--seed=${options.seed}`,
        `--max-examples=${examples}`,
        '--exclude-checks=positive_data_acceptance',
        // It would read the stream to its end, for up to 15 minutes each time. Our own driver asks for a second of it.
        '--exclude-operation-id=streamLive',
        '--suppress-health-check=all',
        // Longer than the API lets anybody wait for a run.
        '--request-timeout=60',
        '--generation-database=none',
        '--report=json',
        `--report-json-path=${file}`,
      ],
      { timeoutMs: runTimeoutMs, cwd: folder },
    );
    const read = readReport(file);
    if (read === undefined) throw new Error(`Schemathesis did not report. It said:\n${output}`);
    const failures = [
      ...read.failures.map(({ type, title, operations }) => toFailure(type, `${title}: ${operations.join(', ')}`)),
      ...read.errors.map((error) => toFailure('error', JSON.stringify(error))),
    ];
    // Its own text has the requests, as curl commands.
    if (failures.length > 0) say(/^=+ (?:FAILURES|ERRORS) =+$[\s\S]*/m.exec(output)?.[0] ?? output);
    return { requests: read.test_cases.generated, failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file: string): z.infer<typeof report> | undefined {
  try {
    return report.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function toFailure(type: string, message: string): Failure {
  const kinds = { ServerError: 'server_error', UndefinedStatusCode: 'undocumented_status' } as const;
  const kind = type in kinds ? kinds[type as keyof typeof kinds] : 'schema_violation';
  return { kind, message, title: 'schemathesis', curl: '' };
}
