import { Socket } from 'node:net';
import { requireRoomWhileReading } from '../../../kit/memory-room.ts';

/** Memory is checked after each of so many bytes. */
const lookEveryBytes = 64 * 1024;

/** The effect of a chunk: what the library receives, and the memory that it will need. */
export interface Admitted {
  pass: readonly Buffer[];
  weight: number;
}

function admitWhole(chunk: Buffer): Admitted {
  return { pass: [chunk], weight: chunk.length };
}

/**
 * Ends a connection whose response needs more memory than this process has left, before the library receives it.
 *
 * A response is everything received between two requests. Libraries buffer all of it, whatever its size.
 *
 * @param life Aborted with a `FaultError` that names the exceeded limit. The owner must then close the socket.
 * @param admit Parses the protocol, for responses that grow too fast for periodic checks of the heap.
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
    // Counted over all responses, since results that are fetched in parts accumulate as well.
    unseen += admitted.weight;
    if (unseen < lookEveryBytes) return admitted.pass;
    // Incomplete texts and the current chunk are not in the heap yet.
    const ahead = Math.max(bytes, unseen);
    unseen = 0;
    requireRoomWhileReading({ weight, ahead, forMs: performance.now() - begunAt });
    return admitted.pass;
  }

  // Every way of reading a socket, including TLS, passes through here, without reading ahead.
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
