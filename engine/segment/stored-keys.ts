import { listKeyForms } from '../key-text.ts';
import type { Plan } from '../plan.ts';
import type { DiffQuery, DiffRow } from '../ports.ts';
import type { PreparedPage } from '../stages/page.ts';

/** What the ledger is asked about a page. Where a key has several forms, also under which one it has the records that fail. */
export function listEntries(plan: Plan, { candidates, deadLetters }: PreparedPage): DiffQuery['entries'] {
  if (plan.keyIsList !== true) return candidates;
  const failed = deadLetters.map(({ sourceKey = '' }) => ({ sourceKey, hash: undefined }));
  return [...candidates, ...failed].map(({ sourceKey, hash }) => ({
    sourceKey,
    hash,
    forms: sourceKey === '' ? undefined : listKeyForms(plan, sourceKey),
  }));
}

/** The page with the keys that the ledger has: a record stays what it is when its source begins to write its key otherwise. */
export function takeStoredKeys(page: PreparedPage, rows: readonly DiffRow[]): PreparedPage {
  const { candidates, deadLetters, seen, repeated } = page;
  const stored = new Map<string, string>();
  for (const { index, storedKey } of rows) {
    const { sourceKey } = candidates[index] ?? deadLetters[index - candidates.length] ?? {};
    if (storedKey !== undefined && sourceKey !== undefined) stored.set(sourceKey, storedKey);
  }
  if (stored.size === 0) return page;
  const toStored = (key: string): string => stored.get(key) ?? key;
  return {
    ...page,
    candidates: candidates.map((candidate) => ({ ...candidate, sourceKey: toStored(candidate.sourceKey) })),
    deadLetters: deadLetters.map((failed) => ({
      ...failed,
      sourceKey: failed.sourceKey && toStored(failed.sourceKey),
    })),
    seen: seen && { ...seen, sourceKeys: seen.sourceKeys.map(toStored) },
    repeated: repeated && new Set([...repeated].map(toStored)),
  };
}
