import { describe, expect, it } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { deriveKeys, toPublicKeys } from './derived-keys.ts';
import { createOpener } from './open.ts';
import { createSealer } from './seal.ts';

const context = { purpose: 'hook', orgId: 'o', hookId: 'h' } as const;

describe('vault/derived-keys', () => {
  it('opens what was sealed to the public half, with the same secret and purpose alone', async () => {
    const sealed = (await createSealer(toPublicKeys(deriveKeys('secret', 'one').publicKey), context)).seal({ a: 'b' });
    const open = (secret: string, purpose: string) =>
      createOpener(deriveKeys(secret, purpose).privateKeys, systemClock).open(context, sealed);

    expect(await open('secret', 'one')).toEqual({ a: 'b' });
    await expect(open('secret', 'two')).rejects.toThrow('key');
    await expect(open('other', 'one')).rejects.toThrow('key');
    await expect(
      createOpener(deriveKeys('secret', 'one').privateKeys, systemClock).open({ ...context, hookId: 'i' }, sealed),
    ).rejects.toThrow();
  });
});
