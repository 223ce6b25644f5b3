import { describe, expect, it } from 'vitest';
import { weighPackets } from './mysql/weigh-packets.ts';
import { weighMessages } from './postgres/weigh-messages.ts';

/** A row of PostgreSQL with three columns of nothing. */
const message = Buffer.from([0x44, 0, 0, 0, 18, 0, 3, ...Buffer.alloc(12, 0xff)]);

/** A description of a column of MySQL, and a row of one null. */
const packets = Buffer.from([8, 0, 0, 1, 3, ...Buffer.from('def'), 0, 0, 0, 0, 4, 0, 0, 2, 0, 2, 0, 0]);

describe('connectors/drivers/sql/weigh-frames', () => {
  it.each([1, 3, 7, 1000])('weighs the same in chunks of %i bytes, and lets all of them pass', (size) => {
    for (const [bytes, weigh, weight] of [
      [Buffer.concat([message, message, message]), weighMessages(), 3 * (message.length + 150 + 3 * 48)],
      [Buffer.concat([packets, packets]), weighPackets(), 2 * (packets.length + 200 + 600 + 200 + 48)],
    ] as const) {
      let [weighed, passed] = [0, Buffer.alloc(0)];
      for (let at = 0; at < bytes.length; at += size) {
        const admitted = weigh(bytes.subarray(at, at + size));
        weighed += admitted.weight;
        passed = Buffer.concat([passed, ...admitted.pass]);
      }
      expect({ weighed, passed }).toEqual({ weighed: weight, passed: bytes });
    }
  });
});
