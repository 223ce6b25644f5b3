import { describe } from 'vitest';
import { noLiteralTimeouts } from './no-literal-timeouts.ts';
import { testRule } from './rule-tester.ts';

describe('tools/oxlint-plugin/no-literal-timeouts', () => {
  testRule('no-literal-timeouts', noLiteralTimeouts, {
    accepts: [
      ['workflows/options.ts', "export const page = { startToCloseTimeout: '90 s' };"],
      ['workflows/run.ts', 'proxyActivities({ startToCloseTimeout: profiles.page.timeoutMs });'],
      ['workflows/run.test.ts', "start({ workflowRunTimeout: '1 m' });"],
      ['engine/a.ts', 'const { startToCloseTimeout = 5 } = options;'],
    ],
    refuses: [
      ['workflows/run.ts', "proxyActivities({ startToCloseTimeout: '90 s' });"],
      ['workflows/run.ts', 'proxyActivities({ heartbeatTimeout: 10 * 1000 });'],
      ['worker/main.ts', 'client.start(run, { retry: { maximumAttempts: 3 } });'],
      ['activities/a.ts', 'start({ workflowRunTimeout: `1 h` });'],
    ],
  });
});
