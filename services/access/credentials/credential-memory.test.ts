import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../core/clock.ts';
import { createCredentialMemory } from './credential-memory.ts';

interface Known {
  uuid: string;
  version: number;
}

/** A memory, a listener that the test notifies, and look-ups that the test answers. */
function setUp() {
  const credentialListener = { listening: true, notify: (_uuid: string | undefined): void => undefined };
  const memory = createCredentialMemory<Known>({
    credentialListener: {
      isListening: () => credentialListener.listening,
      onChange: (listener) => {
        credentialListener.notify = listener;
      },
    },
    clock: systemClock,
  });
  const asked: PromiseWithResolvers<Known | undefined>[] = [];
  const find = () =>
    memory.find('name', () => {
      const answer = Promise.withResolvers<Known | undefined>();
      asked.push(answer);
      return answer.promise;
    });
  return { credentialListener, memory, find, asked };
}

describe('services/access/credentials/credential-memory', () => {
  it('shares one look-up among all who ask at once, and remembers its answer', async () => {
    const { find, asked } = setUp();

    const both = [find(), find()];
    asked[0]?.resolve({ uuid: 'a', version: 1 });

    expect([await both[0], await both[1]]).toEqual([
      { uuid: 'a', version: 1 },
      { uuid: 'a', version: 1 },
    ]);
    expect(find()).toEqual({ uuid: 'a', version: 1 });
    expect(asked).toHaveLength(1);
  });

  it('forgets by itself what somebody has just changed, before the listener reports it', async () => {
    const { memory, find, asked } = setUp();
    void find();
    asked[0]?.resolve({ uuid: 'a', version: 1 });
    await find();

    memory.forget('a');
    void find();

    expect(asked).toHaveLength(2);
  });

  it('does not remember that something is unknown', async () => {
    const { find, asked } = setUp();

    const first = find();
    asked[0]?.resolve(undefined);
    expect(await first).toBeUndefined();

    void find();
    expect(asked).toHaveLength(2);
  });

  it.each(['a', 'b', undefined])(
    'takes up no answer that was under way while the listener reported %s',
    async (uuid) => {
      const { credentialListener, find, asked } = setUp();

      const before = find();
      credentialListener.notify(uuid);
      const after = find();
      asked[1]?.resolve({ uuid: 'a', version: 2 });
      await after;
      asked[0]?.resolve({ uuid: 'a', version: 1 });

      expect([(await before)?.version, (await after)?.version]).toEqual([1, 2]);
      expect(find()).toEqual({ uuid: 'a', version: 2 });
    },
  );

  it('asks for every request while the listener does not listen', async () => {
    const { credentialListener, find, asked } = setUp();
    credentialListener.listening = false;

    void find();
    void find();
    asked[0]?.resolve({ uuid: 'a', version: 1 });
    await asked[0]?.promise;
    void find();

    expect(asked).toHaveLength(3);
  });
});
