import { Socket } from 'node:net';
import { requireRoomWhileReading } from '../../../kit/memory-room.ts';

/** Memory is looked at whenever so much has come. */
const lookEveryBytes = 64 * 1024;

/** What comes of a chunk: what the library gets to see, and the memory that it will take. */
export interface Admitted {
  pass: readonly Buffer[];
  weight: number;
}

function admitWhole(chunk: Buffer): Admitted {
  return { pass: [chunk], weight: chunk.length };
}

/**
 * Ends a connection whose answer is more than this process has room for, before the library on the socket sees it.
 *
 * An answer is what comes between two requests. Libraries build all of it, whatever its size.
 *
 * @param life Is aborted with a `FaultError` that says what was too much, and then has to end the socket.
 * @param admit Understands the protocol, where its answers grow more than a look at the heap now and then notices.
 */
export function limitAnswers(socket: Socket, life: AbortController, admit = admitWhole): void {
  const push = socket.push.bind(socket);
  let [requested, bytes, weight, unseen, begunAt] = [0, 0, 0, 0, performance.now()];

  function judge(chunk: Buffer): readonly Buffer[] {
    if (socket.bytesWritten !== requested) {
      [requested, bytes, weight, begunAt] = [socket.bytesWritten, 0, 0, performance.now()];
    }
    const admitted = admit(chunk);
    bytes += chunk.length;
    weight += admitted.weight;
    // Counted over all answers: what is asked for in parts grows as well.
    unseen += admitted.weight;
    if (unseen < lookEveryBytes) return admitted.pass;
    // Texts that wait for their end and what comes now are still to be built; the rest is in the heap.
    const ahead = Math.max(bytes, unseen);
    unseen = 0;
    requireRoomWhileReading({ weight, ahead, forMs: performance.now() - begunAt });
    return admitted.pass;
  }

  // Each way of reading a socket passes here, TLS as well, and nothing is read earlier than it would be.
  socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (!Buffer.isBuffer(chunk)) return push(chunk, encoding);
    if (life.signal.aborted) return false;
    try {
      return (
        judge(chunk)
          .map((part) => push(part))
          .at(-1) ?? true
      );
    } catch (error) {
      life.abort(error);
      return false;
    }
  };
}

/** The socket that a library reads and its types do not show. @throws {TypeError} when it is not there. */
export function socketWithin(library: object, ...path: string[]): Socket {
  const found = path.reduce<unknown>((held, name) => (isObject(held) ? Reflect.get(held, name) : undefined), library);
  if (found instanceof Socket) return found;
  throw new TypeError(`There is no socket at ${path.join('.')}.`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
