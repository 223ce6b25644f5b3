/**
 * Test files that take more than ten seconds, the slowest first. They begin before all others, so that no worker is left
 * with one of them at the end.
 */
export const slowFiles: readonly string[] = [
  'test/contract/ordinary-writes.test.ts',
  'test/e2e/hooks.test.ts',
  'test/e2e/run-life.test.ts',
  'test/e2e/canceled-runs.test.ts',
  'script-runner/hostile-scripts.test.ts',
  'test/docs/walks.test.ts',
  'test/e2e/scripts.test.ts',
  'test/e2e/tracing.test.ts',
  'test/api/hostile.test.ts',
  'test/e2e/start.test.ts',
  'test/api/audit-chain.test.ts',
  'test/integration/webhook-deliveries.test.ts',
  'test/e2e/webhooks.test.ts',
  'test/e2e/aggregation.test.ts',
  'test/cli/doctor.test.ts',
  'test/api/database-down.test.ts',
  'test/simulator/simulator.test.ts',
  'connectors/sftp/sftp.test.ts',
  'script-runner/sandbox-process.test.ts',
  'test/integration/token-refresh.test.ts',
  'test/contract/behaviour/run-behaviours.test.ts',
  'test/integration/statement-plans.test.ts',
  'test/integration/filtered-sources.test.ts',
  'test/api/socket.test.ts',
  'test/e2e/directory.test.ts',
  'test/e2e/retries.test.ts',
];
