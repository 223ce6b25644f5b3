import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Outcome, runCommand } from '../start/processes/run-command.ts';
import { projectRoot } from '../start/state/settings.ts';

const { prometheus: root = '' } = inject('lab');

const promtool = (...args: string[]): Promise<Outcome> =>
  runCommand(join(root, 'usr/bin/promtool'), args, { cwd: join(projectRoot, 'deploy/prometheus'), timeoutMs: 50_000 });

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hub-promtool-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(root === '')('test/promtool', () => {
  it('takes the configuration, with its rules', async () => {
    const { code, output } = await promtool('check', 'config', 'prometheus.yml');

    expect(code, output).toBe(0);
    expect(output).toContain('17 rules found');
  });

  it('fires each alert by what breaks its promise, and by nothing less', async () => {
    const { code, output } = await promtool('test', 'rules', 'alerts.test.yml');

    expect(code, output).toBe(0);
  });

  it('finds a rule that cannot be read', async () => {
    const file = join(folder, 'broken.yml');
    writeFileSync(file, 'groups: [{ name: a, rules: [{ alert: A, expr: "sum(" }] }]\n');

    expect((await promtool('check', 'rules', file)).code).not.toBe(0);
  });
});
