import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { sign } from './sign.ts';

const [present, before] = ['A', 'B'].map(
  (character) => `whsec_${Buffer.from(character.repeat(32)).toString('base64')}`,
);
const message = { id: 'evt_1', body: '{"type":"run.failed"}' };

describe('deliveries/sign', () => {
  it('signs so that each of its secrets verifies the message', () => {
    const headers = sign([present ?? '', before ?? ''], { ...message, nowMs: Date.now() });

    for (const secret of [present, before]) {
      expect(new Webhook(secret ?? '').verify(message.body, headers)).toEqual({ type: 'run.failed' });
    }
    expect(() => new Webhook(present ?? '').verify(`${message.body} `, headers)).toThrow('No matching signature');
  });

  it('gives what the specification gives', () => {
    const { 'webhook-timestamp': timestamp, 'webhook-signature': signature } = sign([present ?? ''], {
      ...message,
      nowMs: 1_674_087_231_999,
    });

    expect(timestamp).toBe('1674087231');
    expect(signature).toBe(new Webhook(present ?? '').sign(message.id, new Date(1_674_087_231_000), message.body));
  });
});
