import { describe, expect, it } from 'vitest';
import type { ask, askFirst } from './hub.ts';
import type { askAll } from './parts/use-all.ts';

describe('web/hub', () => {
  it('lets nobody take one page of a list for the list', () => {
    const asks = [
      // @ts-expect-error The first page of them.
      (one: typeof ask) => one('listMembers', {}),
      // @ts-expect-error A longer page is one, too.
      (one: typeof ask) => one('listAccounts', { query: { per_page: 100 } }),
      (whole: typeof ask) => [whole('listGroups', {}), whole('listConnectors', {}), whole('getMe', {})],
      (first: typeof askFirst) => first('listRuns', 8, {}),
      (all: typeof askAll) => all('listMembers', {}),
    ];

    expect(asks).toHaveLength(5);
  });
});
