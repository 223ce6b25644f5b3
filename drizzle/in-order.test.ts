import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inOrder } from './in-order.ts';

/** As the driver's errors are. */
function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Rejects later, as what is sent by others does. */
async function later(error: Error, ms = 5): Promise<never> {
  await sleep(ms);
  throw error;
}

describe('drizzle/in-order', () => {
  it('tells what the first statement failed with, and not that those behind it were not carried out', async () => {
    const aborted = [later(failure('25P02')), later(failure('25P02'), 0)];

    await expect(inOrder(['sent', later(failure('23505')), ...aborted])).rejects.toMatchObject({ code: '23505' });
  });

  it('tells at once what fails before anything is sent', async () => {
    const never = new Promise<never>(() => undefined);

    await expect(inOrder([never, later(new TypeError('No value.'), 0)])).rejects.toThrow('No value.');
  });

  it('gives all answers', async () => {
    expect(await inOrder([Promise.resolve(1), undefined, 'two'])).toEqual([1, undefined, 'two']);
  });
});
