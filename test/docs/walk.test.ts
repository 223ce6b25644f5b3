import { rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Checkout, findMissingLine, makeCheckout, walk } from './walk.ts';

let checkout: Checkout;

beforeAll(async () => {
  checkout = await makeCheckout(tmpdir());
});

afterAll(() => checkout.remove());

const step = (commands: string, line = 1) => ({ commands, line, output: [] });

describe('test/docs/walk', () => {
  it('pastes all steps into one shell, and tells them apart', async () => {
    const steps = [step('A=1'), step('echo $A; echo $((A + 1)) >&2')];

    expect(await walk('a.md', steps, tmpdir(), checkout.path)).toEqual(['', '1\n2\n']);
  });

  it.each([['false'], ['echo $UNSET_NAME'], ['exit 3']])('names the step that fails: %s', async (commands) => {
    const walked = walk(
      'a.md',
      [step('true'), step(`echo said; ${commands}; echo more`, 7), step('true')],
      tmpdir(),
      checkout.path,
    );

    await expect(walked).rejects.toThrow(/^a\.md:7 fails\. It printed:\nsaid\n/);
  });

  it('writes nothing into the real checkout', async () => {
    await walk('a.md', [step('echo 1 > written-by-a-walk; test -f package.json')], tmpdir(), checkout.path);

    expect(existsSync(join(checkout.path, 'written-by-a-walk'))).toBe(true);
    expect(existsSync('written-by-a-walk')).toBe(false);
    await rm(join(checkout.path, 'written-by-a-walk'));
  });

  it.each([
    [['a', 'c'], undefined],
    [['a…c'], 'a…c'],
    [['c', 'a'], 'a'],
    [['(b)'], undefined],
    [['[…] end'], undefined],
    [['x'], 'x'],
  ])('finds the first of %j that was not printed in this order', (promised, missing) => {
    expect(findMissingLine(promised, 'a\n(b)\nc\n[1, 2] end\n')).toBe(missing);
  });
});
