import type { Admitted } from '../../shared/egress/limit-answers.ts';
import { weighFrames } from '../weigh-frames.ts';

/** What mysql2 makes of a packet, of one that describes a column, and of each column in a row. */
const [packetBytes, columnBytes, fieldBytes] = [200, 600, 48];

/** Each column's description begins with the catalog's name, and each row of a prepared statement with a zero. */
const [described, row] = [0x03_64_65_66, 0x00];

/**
 * Weighs packets of a server.
 *
 * @see https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_query_response_text_resultset_column_definition.html
 * @see https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_binary_resultset.html
 */
export function weighPackets(): (chunk: Buffer) => Admitted {
  let [columns, isDescribing] = [0, false];
  return weighFrames(8, (bytes, at) => {
    const length = bytes.readUIntLE(at, 3);
    const describes = length >= 4 && bytes.readUInt32BE(at + 4) === described;
    if (describes) columns = isDescribing ? columns + 1 : 1;
    isDescribing = describes;
    const fields = bytes[at + 4] === row ? columns : 0;
    return { bytes: 4 + length, weight: packetBytes + (describes ? columnBytes : fields * fieldBytes) };
  });
}
