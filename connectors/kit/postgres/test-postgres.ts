import type { Clock } from '../../../core/clock.ts';
import type { Fault } from '../fault.ts';
import type { TestReport } from '../session.ts';
import { type TestFinding, toTestReport } from '../staged-test.ts';
import type { DatabasePool } from './database-pool.ts';

/** Tests a connection by asking who we are. Faults are findings, except when the caller gives up. */
export async function testPostgres(database: DatabasePool, clock: Clock, signal: AbortSignal): Promise<TestReport> {
  const began = clock.monotonic();
  const text = `select current_user::text as name, current_setting('server_version') as version`;
  const outcome = await database.run({ text, values: [] }, signal);
  const finding: TestFinding = outcome.ok
    ? { ok: true, message: describe(outcome.rows[0] ?? {}) }
    : { ok: false, stage: stageOf(outcome.fault, outcome.isAnswer), fault: outcome.fault };
  return toTestReport(finding, clock.monotonic() - began);
}

function describe(row: Record<string, unknown>): string {
  return `Signed in as ${String(row['name'])} to PostgreSQL ${String(row['version'])}.`;
}

function stageOf(fault: Fault, isAnswer: boolean): 'reach' | 'authenticate' | 'read' {
  if (fault.kind === 'auth_invalid') return 'authenticate';
  return isAnswer ? 'read' : 'reach';
}
