import type { Socket } from 'node:net';
import { messages } from '../../../core/messages.ts';

/** An extended request with the object identifier 1.3.6.1.4.1.1466.20037, as message 1. */
const request = Buffer.concat([
  Buffer.from([0x30, 0x1d, 0x02, 0x01, 0x01, 0x77, 0x18, 0x80, 0x16]),
  Buffer.from('1.3.6.1.4.1.1466.20037', 'latin1'),
]);

/**
 * Asks a directory to switch to TLS.
 *
 * @returns false when it answers that it cannot.
 * @see https://www.rfc-editor.org/rfc/rfc4511#section-4.14
 */
export async function startTls(socket: Socket): Promise<boolean> {
  const answered = new Promise<Buffer>((resolve, reject) => {
    socket.once('data', resolve);
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(messages.connectionClosed)));
  });
  socket.write(request);
  const answer = await answered;
  // Nothing may be read from the socket before TLS takes it over.
  socket.pause();
  return readResultCode(answer) === 0;
}

/** The result code of an extended response: the first element of the message's second one. */
function readResultCode(message: Buffer): number | undefined {
  const id = enter(message, 0);
  const response = id + 2 + (message[id + 1] ?? 0);
  const code = enter(message, response);
  return message[response] === 0x78 && message[code] === 0x0a ? message[code + 2] : undefined;
}

/** Where the content of an element begins: behind its tag and its length, which may have several bytes. */
function enter(message: Buffer, element: number): number {
  const length = message[element + 1] ?? 0;
  return element + 2 + (length >= 0x80 ? length - 0x80 : 0);
}
