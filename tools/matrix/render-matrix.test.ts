import { describe, expect, it } from 'vitest';
import { connector } from '../../connectors/netbox/index.ts';
import { renderMatrix } from './render-matrix.ts';

describe('tools/matrix/render-matrix', () => {
  it('shows what a connector can and how well it is proven, and the sums', () => {
    const verification = {
      level: 'verified',
      source: 's',
      asOf: '2026-11-21',
      operations: { verified: 20, total: 20, customerDefined: 1 },
      sheets: { complete: 3, objects: 4 },
    } as const;
    const result = { problems: [], stale: [], exemptions: [], scenarios: 12, verification };
    const [head, row, sums] = renderMatrix([{ connector, result }]).split('\n');

    expect(head?.split(/ {2,}/)).toEqual(expect.arrayContaining(['connector', 'pagination', 'operations', 'level']));
    expect(row?.split(/ {2,}/)).toEqual([
      'netbox',
      'api_key,bearer',
      'keyset',
      'statuses+2',
      '4, 0+0',
      'GET /api/status/',
      '-',
      '20/20 +1',
      '75',
      'A',
      '3/4',
      '0',
      '12',
      '-',
      '0',
      'verified',
      '2026-11-21',
    ]);
    expect(sums).toBe(
      '1 connectors: 0 proven, 1 verified, 0 described, 0 documented; 20 operations verified; 3 of 4 meaning sheets complete, by 0 facts that are not documented.',
    );
  });
});
