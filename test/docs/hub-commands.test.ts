import { describe, expect, it } from 'vitest';
import { findMisuse, findUnknownPart, listHubCommands } from './hub-commands.ts';

describe('test/docs/hub-commands', () => {
  it.each([
    ['hub me', [['me']]],
    ['hub me # who', [['me']]],
    ['RUN=$(hub runs list --field id | head -n 1)', [['runs', 'list', '--field', 'id']]],
    ["hub connections test 'Okta (prod)' && npx hub me", [['connections', 'test', 'Okta (prod)'], ['me']]],
    ['hub audit export > audit.ndjson', [['audit', 'export']]],
    ["hub apply -f - <<'EOF'\nhub nothing\nEOF\nhub me", [['apply', '-f', '-'], ['me']]],
    ['hub accounts create \\\n  --name "A \\"b\\""', [['accounts', 'create', '--name', 'A "b"']]],
    ['github me; /opt/hub me', []],
    ['hub() { curl "$@"; }\nhub $API/me', []],
  ])('reads %j as a shell does', (shell, commands) => {
    expect(listHubCommands(shell)).toEqual(commands);
  });

  it.each([
    [['me'], undefined],
    [['--help'], undefined],
    [['runs', 'steps', 'run_1'], undefined],
    [['runs', 'setps', 'run_1'], 'unknown command'],
    [['runs', 'steps'], 'missing required argument'],
    [['runs', 'list', '--stauts', 'failed'], 'unknown option'],
    [['accounts', 'create', '--status', 'asleep'], 'is invalid'],
  ])('parses %j with the real commands', async (words, misuse) => {
    const found = await findMisuse(words);

    if (misuse === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(misuse);
  });

  it.each([
    [['audit', 'verify'], undefined],
    [['apply', '-f'], undefined],
    [['runs', 'steps'], undefined],
    [['runs', 'setps'], 'There is no setps of hub runs.'],
    [['apply', '--force'], 'There is no --force of hub apply.'],
  ])('sees in %j whether every part is one', (words, problem) => {
    expect(findUnknownPart(words)).toBe(problem);
  });
});
