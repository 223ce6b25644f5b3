import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../start/state/settings.ts';
import { auditActions } from '../../web/model/audit/audit-actions.data.ts';

/** Texts of sources that look like actions and are none. */
const others = new Set(['account.id', 'run.failed', 'items.integration_id']);

/** Every text of what writes into the log that is named like an action on something that the log knows. */
async function findActions(): Promise<string[]> {
  const found = new Set<string>();
  for await (const path of glob('{services,deliveries}/**/*.ts', { cwd: projectRoot })) {
    const text = await readFile(join(projectRoot, path), 'utf8');
    if (!path.endsWith('.test.ts') && /writeAudit|action:|\baction\b.*sso_connection/.test(text)) {
      for (const [, action = ''] of text.matchAll(/'([a-z_]+\.[a-z_]+)'/g)) found.add(action);
    }
  }
  return [...found].filter((action) => (action.split('.')[0] ?? '') in auditActions && !others.has(action));
}

describe('test/web/audit-actions', () => {
  it('offers every action that the services write into the log, and none that they do not', async () => {
    const offered = Object.entries(auditActions).flatMap(([type, deeds]) => deeds.map((deed) => `${type}.${deed}`));

    expect(offered.toSorted()).toEqual((await findActions()).toSorted());
  });
});
