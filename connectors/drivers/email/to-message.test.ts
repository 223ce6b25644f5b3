import { describe, expect, it } from 'vitest';
import { toMessage } from './to-message.ts';

function read(source: string): ReturnType<typeof toMessage> {
  return toMessage({ seq: 1, uid: 1, size: source.length, source: Buffer.from(source) });
}

const multipart = 'Content-Type: multipart/mixed; boundary=a\r\n\r\n';

describe('connectors/drivers/email/to-message', () => {
  it('reads texts and names of attachments', async () => {
    const part = 'Content-Disposition: attachment; filename=a.txt\r\n\r\nhello';
    const message = await read(`${multipart}--a\r\n\r\nHi\r\n--a\r\n${part}\r\n--a--\r\n`);
    expect(message).toMatchObject({ text: 'Hi\n', truncated: false, attachments: [{ name: 'a.txt' }] });
  });

  it.each([
    ['parts without number', `${multipart}${'--a\n\n'.repeat(200_000)}`],
    ['headers without number', `${'a:\r\n'.repeat(200_000)}\r\nHi`],
    [
      'parts in parts',
      Array.from({ length: 100 }, (_, n) => `Content-Type: multipart/mixed; boundary=${n}a\n\n--${n}a\n`).join(''),
    ],
  ])('leaves out the content of messages with %s, and keeps the message', async (_what, source) => {
    expect(await read(source)).toMatchObject({ uid: 1, text: null, html: null, attachments: [], truncated: true });
  });
});
