import type { Socket } from 'node:net';
import { messages } from '../../../../core/messages.ts';

/** Length and code of the message. */
const request = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/**
 * Asks a PostgreSQL server to switch to TLS.
 *
 * @returns false when it answers that it has no TLS.
 * @see https://www.postgresql.org/docs/current/protocol-message-formats.html#PROTOCOL-MESSAGE-FORMATS-SSLREQUEST
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
  return answer.toString('latin1') === 'S';
}
