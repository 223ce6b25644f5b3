import type { Admitted } from '../../shared/egress/limit-answers.ts';
import { weighFrames } from '../weigh-frames.ts';

/** What postgres.js makes of a message, and of each column in a row. */
const [messageBytes, fieldBytes] = [150, 48];

const dataRow = 'D'.charCodeAt(0);

/** Weighs messages of a server. @see https://www.postgresql.org/docs/current/protocol-message-formats.html */
export function weighMessages(): (chunk: Buffer) => Admitted {
  return weighFrames(7, (bytes, at) => ({
    bytes: 1 + Math.max(4, bytes.readUInt32BE(at + 1)),
    weight: messageBytes + (bytes[at] === dataRow ? bytes.readUInt16BE(at + 5) * fieldBytes : 0),
  }));
}
