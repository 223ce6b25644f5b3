import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { findNetworkless, hasNetworkOfItsOwn, readScriptNetwork } from './network.ts';

/** Node without the program that makes networks: the tools of the machine are hidden from it. @param expression What it prints. */
function withoutUnshare(expression: string) {
  const program = `
    import { syncBuiltinESMExports } from 'node:module';
    import childProcess from 'node:child_process';
    childProcess.execFile = (file, args, options, done) => done(new Error('EPERM'));
    syncBuiltinESMExports();
    const { hasNetworkOfItsOwn } = await import('./script-runner/network.ts');
    const { checkScripts } = await import('./doctor/check-scripts.ts');
    console.log(${expression});`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
  });
}

describe('script-runner/network', () => {
  it('tells whether the machine lets the sandbox have a network of its own', async () => {
    const isApart = (await findNetworkless()).length > 0;

    expect(await hasNetworkOfItsOwn('prefer')).toBe(isApart);
    expect(await readScriptNetwork(isApart)()).toEqual([
      { name: 'hub_script_network_isolated', labels: {}, value: isApart ? 1 : 0 },
    ]);
  });

  it('says no where the machine refuses, and refuses to go on where that is required', () => {
    const tellOf = (wish: string) => withoutUnshare(`await hasNetworkOfItsOwn('${wish}')`);
    const [prefer, require] = [tellOf('prefer'), tellOf('require')];

    expect([prefer.status, prefer.stdout]).toEqual([0, 'false\n']);
    expect(require.status).toBe(1);
    expect(require.stderr).toContain('HUB_SCRIPT_NETWORK is require');
  });

  it('is a finding of hub doctor where the machine refuses: a warning, and a problem where that is required', () => {
    const tellOf = (wish: string) =>
      withoutUnshare(`JSON.stringify(await checkScripts({ HUB_SCRIPT_NETWORK: '${wish}' }))`).stdout;

    expect(JSON.parse(tellOf('prefer'))).toMatchObject({
      check: 'scripts',
      status: 'warning',
      message: expect.stringContaining('share the network of the process'),
      remedy: expect.stringContaining('unshare'),
    });
    expect(JSON.parse(tellOf('require'))).toMatchObject({
      check: 'scripts',
      status: 'problem',
      message: expect.stringContaining('workers and API do not start'),
    });
  });
});
