import { describe, expect, it } from 'vitest';
import { isReported, isTouched } from './live-topics.ts';

const mine = 'run_00000000000000000000000001';
const other = 'run_00000000000000000000000002';

describe('web/model/live-topics', () => {
  it('reads lists again on every change of their topic, and one run on its own only', () => {
    const changes = [{ type: 'changed', topic: 'runs', id: mine }] as const;

    expect(isTouched(['listRuns', { query: {} }, 'pages'], changes)).toBe(true);
    expect(isTouched(['getRun', { params: { id: mine } }], changes)).toBe(true);
    expect(isTouched(['listRunSteps', mine, undefined], changes)).toBe(true);
    expect(isTouched(['getRun', { params: { id: other } }], changes)).toBe(false);
    expect(isTouched(['listConnections', {}], changes)).toBe(false);
  });

  it('knows which lists nobody reports changes of', () => {
    expect(['listRuns', 'listApprovals', 'listAttention'].filter(isReported)).toHaveLength(3);
    expect(['listWorkflows', 'getMe', 'listWebhookEndpoints'].filter(isReported)).toEqual([]);
  });
});
