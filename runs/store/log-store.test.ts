import { describe, expect, it } from 'vitest';
import { newUuid } from '../../core/ids.ts';
import { LeaseLostError, type SegmentStore } from '../../engine/ports.ts';
import { logStore } from './log-store.ts';

const address = { orgId: newUuid(), integrationId: newUuid(), runId: newUuid() };

/** A store whose database is away, and the messages that are logged of it. */
function openBroken(error: Error) {
  const messages: string[] = [];
  const fail = async (): Promise<never> => {
    throw error;
  };
  const store: Pick<SegmentStore, 'renew' | 'release' | 'owners'> & { other: number } = {
    renew: fail,
    release: fail,
    owners: fail,
    other: 1,
  };
  const log = { warn: (_fields: object, message: string) => void messages.push(message) };
  return { messages, store: logStore(log, address, store) };
}

describe('runs/store/log-store', () => {
  it('logs failures that a segment goes on without, and throws them', async () => {
    const { messages, store } = openBroken(new Error('away'));

    await expect(store.renew(1, 1000)).rejects.toThrow('away');
    await expect(store.release(1, false)).rejects.toThrow('away');
    await expect(store.owners('target', [])).rejects.toThrow('away');

    expect(messages).toEqual([
      'lease could not be renewed',
      'lease could not be released; it will expire',
      'owners of records could not be read',
    ]);
    expect(store.other).toBe(1);
  });

  it('leaves a lost lease to the segment, which ends by it', async () => {
    const { messages, store } = openBroken(new LeaseLostError());

    await expect(store.renew(1, 1000)).rejects.toThrow(LeaseLostError);

    expect(messages).toEqual([]);
  });
});
