import { describe, expect, it } from 'vitest';
import { createMailRoom } from './mail-room.ts';

const mail = { id: '1', to: 'ada@example.com', subject: 'S', text: 'T' };

function open(send: () => Promise<string | undefined> = () => Promise.resolve(undefined)) {
  const failures: string[] = [];
  const onFailure = (error: unknown): void => void failures.push(String(error));
  return { room: createMailRoom({ send, onFailure }), failures };
}

describe('services/shared/mail-room', () => {
  it('does a few things at once, and the rest in turn', async () => {
    const { room } = open();
    const gate = Promise.withResolvers<void>();
    const done: number[] = [];
    for (let count = 0; count < 10; count += 1) {
      room.start(async () => {
        done.push(count);
        await gate.promise;
      });
    }
    expect(done).toEqual([0, 1, 2, 3]);
    gate.resolve();
    await expect.poll(() => done.length).toBe(10);
  });

  it('refuses work while too much waits, and drops what waits when it closes', async () => {
    const { room } = open();
    const gate = Promise.withResolvers<void>();
    let begun = 0;
    const start = (): void =>
      room.start(async () => {
        begun += 1;
        await gate.promise;
      });
    for (let count = 0; count < 204; count += 1) start();

    expect(start).toThrow(expect.objectContaining({ code: 'service_unavailable' }));
    const closed = room.close();
    gate.resolve();
    await closed;
    expect(begun).toBe(4);
  });

  it('tells of work and mail that failed, and goes on', async () => {
    const { room, failures } = open(() => Promise.resolve('The server is away.'));
    room.start(() => Promise.reject(new Error('no database')));
    room.start(async (send) => void (await send(mail)));
    await room.close();

    expect(failures.toSorted()).toEqual(['Error: The server is away.', 'Error: no database']);
  });
});
