import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CliUnderTest, type Ended, startCliUnderTest } from './harness.ts';

const operatorKey = 'CANARY-operator-on-a-line-0123456789';
let cli: CliUnderTest;

beforeAll(async () => {
  cli = await startCliUnderTest({ operatorKey });
});

afterAll(() => cli.close());

const operate = (...args: string[]): Promise<Ended> =>
  cli.run(['operator', ...args, '--json'], { env: { HUB_OPERATOR_KEY: operatorKey } });

describe('test/cli/operator', { timeout: 60_000 }, () => {
  it('says which variables the operator sets, and takes no key of an organization for theirs', async () => {
    const unset = await cli.run(['operator', 'organizations']);
    const wrong = await cli.run(['operator', 'organizations'], {
      env: { HUB_OPERATOR_KEY: cli.api.organization.api_key },
    });

    expect([unset.code, unset.err]).toEqual([2, expect.stringContaining('HUB_OPERATOR_KEY')]);
    expect([wrong.code, wrong.err]).toEqual([expect.any(Number), expect.stringContaining('unauthorized')]);
    expect(wrong.code).not.toBe(0);
  });

  it('makes an organization with a link, suspends and resumes it', async () => {
    const made = await operate('create-organization', '--name', 'Acme', '--external-ref', 'customer-1');
    const { id, owner_link: link } = JSON.parse(made.out);
    const limited = await operate('update-organization', id, '--limits', '{"segments":8}');
    const suspended = await operate('update-organization', id, '--status', 'suspended');
    const listed = await operate('organizations', '--status', 'suspended');
    const resumed = await operate('update-organization', id, '--status', 'active');
    const again = await operate('create-owner-link', id);

    expect(made.code).toBe(0);
    expect(link.url).toMatch(/\/welcome#/);
    expect(JSON.parse(limited.out)).toMatchObject({ limits: { segments: 8 } });
    expect([suspended, resumed].map(({ out }) => JSON.parse(out).status)).toEqual(['suspended', 'active']);
    expect(listed.out).toContain(id);
    expect(JSON.parse(again.out).url).not.toBe(link.url);
  });
});
