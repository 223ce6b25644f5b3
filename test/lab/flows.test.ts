import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getConnector } from '../../connectors/registry.ts';
import { projectRoot } from '../../start/state/settings.ts';
import { peerFlows } from './flows.data.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

describe('test/lab/flows', () => {
  it('has flows of ten connectors against servers that others wrote', () => {
    expect(new Set(peerFlows.map(({ connector }) => connector)).size).toBeGreaterThanOrEqual(10);
  });

  it.each(peerFlows)('runs a flow of $connector in $test', ({ connector, test }) => {
    expect(getConnector(connector)?.id).toBe(connector);
    expect(read(test)).toContain(`'${connector}'`);
  });

  it.each(peerFlows)('names the flow of $connector in the documentation', ({ connector, server, registry, test }) => {
    const row = read('docs/connectors/README.md')
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim()))
      .find((cells) => cells[1] === `\`${connector}\`` && cells.length === 6);

    expect(row?.slice(2, 5)).toEqual([server, registry, `[${test}](../../${test})`]);
  });
});
