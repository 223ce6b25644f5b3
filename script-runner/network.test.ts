import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { findNetworkless, hasNetworkOfItsOwn, readScriptNetwork } from './network.ts';

/** Node without the program that makes networks: the tools of the machine are hidden from it. */
function withoutUnshare(wish: string) {
  const program = `
    import { syncBuiltinESMExports } from 'node:module';
    import childProcess from 'node:child_process';
    childProcess.execFile = (file, args, options, done) => done(new Error('EPERM'));
    syncBuiltinESMExports();
    const { hasNetworkOfItsOwn } = await import('./script-runner/network.ts');
    console.log(await hasNetworkOfItsOwn('${wish}'));`;
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
    const [prefer, require] = [withoutUnshare('prefer'), withoutUnshare('require')];

    expect([prefer.status, prefer.stdout]).toEqual([0, 'false\n']);
    expect(require.status).toBe(1);
    expect(require.stderr).toContain('HUB_SCRIPT_NETWORK is require');
  });
});
