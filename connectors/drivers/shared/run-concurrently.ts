/** Runs a task for each item, at most `limit` at once. Settles, also on failure, only when no task is running. */
export async function runConcurrently<Item>(
  items: readonly Item[],
  limit: number,
  task: (item: Item, index: number) => Promise<void>,
): Promise<void> {
  const entries = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of entries) await task(item, index);
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, work));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}
