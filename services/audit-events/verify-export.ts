import { z } from 'zod';
import type { PublicKeys } from '../../vault/key-files.ts';
import { auditEventRecord } from './audit-event.ts';
import type { ChainPlace } from './chain.ts';
import { type ChainCheck, type ChainProblem, createChainCheck } from './chain-check.ts';
import { type CheckpointRecord, checkpointRecord, findFalseSignature } from './checkpoint.ts';

// Members that a later version adds are part of what was hashed.
const eventLine = auditEventRecord.loose();
const checkpointLine = z.object({ checkpoint: checkpointRecord });

export interface VerifiedExport {
  checkpoint: CheckpointRecord;
  checked: number;
  problems: readonly ChainProblem[];
}

/**
 * Verifies an export away from the hub, with nothing but its file of public keys: that the hub signed its checkpoint, and
 * that the events lead to it. Holds one line at a time.
 *
 * That processes of the hub wrote the events is shown by the hub alone, which verifies that besides.
 *
 * @param lines Lines of an export without filters.
 * @param after The place that the export goes on from (`after_sequence`); it is trusted. Default: the beginning.
 * @throws {Error} at a line that does not belong to an export, naming its number.
 */
export async function verifyExport({
  lines,
  keys,
  after,
}: {
  lines: AsyncIterable<string>;
  keys: PublicKeys;
  after?: ChainPlace | undefined;
}): Promise<VerifiedExport> {
  let begun: { checkpoint: CheckpointRecord; check: ChainCheck } | undefined;
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line === '') continue;
    if (begun === undefined) {
      const { checkpoint } = parse(checkpointLine, line, number);
      begun = { checkpoint, check: createChainCheck(checkpoint.organization_id, after) };
      const problem = findFalseSignature(keys, checkpoint);
      if (problem !== undefined) begun.check.note(problem);
    } else {
      begun.check.follow(parse(eventLine, line, number));
    }
  }
  if (begun === undefined) throw new Error('The export is empty.');
  const { checkpoint, check } = begun;
  check.end(checkpoint);
  return { checkpoint, checked: check.checked, problems: check.problems };
}

function parse<Shape extends z.ZodType>(shape: Shape, line: string, number: number): z.output<Shape> {
  try {
    return shape.parse(JSON.parse(line));
  } catch (cause) {
    throw new Error(`Line ${number} is no line of an export.`, { cause });
  }
}
