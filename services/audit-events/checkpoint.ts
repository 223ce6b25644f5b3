import { z } from 'zod';
import type { auditChains } from '../../drizzle/schema/index.ts';
import type { PublicKeys } from '../../vault/key-files.ts';
import { checkSignature } from '../../vault/signatures.ts';
import { fromTime, type Row } from '../shared/rows.ts';
import { idOf, timestamp } from '../shared/schemas.ts';
import { sha256 } from './audit-event.ts';
import { type Checkpoint, toCheckpointText } from './chain.ts';
import type { ChainProblem } from './chain-check.ts';
import { messages } from '../../core/messages.ts';

/** The signed end of a chain, as the API shows it. Stored elsewhere, it proves later what the log contained. */
export const checkpointRecord = z
  .object({
    organization_id: idOf('organization'),
    sequence: z.int().min(0).meta({ description: 'Number of the last sealed event.' }),
    hash: sha256,
    sealed_at: timestamp,
    key_id: z.string(),
    signature: z.string().meta({ description: 'Ed25519, in base64.' }),
  })
  .meta({ id: 'AuditCheckpoint' });

export type CheckpointRecord = z.infer<typeof checkpointRecord>;

export type ChainRow = Row<typeof auditChains, 'sequence' | 'hash' | 'keyId' | 'signature' | 'sealedAt'>;

export function toCheckpoint(row: ChainRow): Checkpoint {
  return {
    sequence: row.sequence,
    hash: row.hash.toString('hex'),
    keyId: row.key_id,
    signature: row.signature,
    sealedAt: fromTime(row.sealed_at),
  };
}

/** @param organizationId As the API shows it. */
export function toCheckpointRecord(organizationId: string, checkpoint: Checkpoint): CheckpointRecord {
  return {
    organization_id: organizationId,
    sequence: checkpoint.sequence,
    hash: checkpoint.hash,
    sealed_at: checkpoint.sealedAt,
    key_id: checkpoint.keyId,
    signature: checkpoint.signature.toString('base64'),
  };
}

/** @returns `undefined` for a checkpoint that the hub signed. */
export function findFalseSignature(keys: PublicKeys, record: CheckpointRecord): ChainProblem | undefined {
  const { organization_id: organizationId, sequence, hash, sealed_at: sealedAt, key_id: keyId } = record;
  const text = toCheckpointText(organizationId, { sequence, hash, sealedAt });
  switch (checkSignature(keys, text, { keyId, signature: Buffer.from(record.signature, 'base64') })) {
    case 'valid':
      return undefined;
    case 'invalid':
      return { code: 'head_forged', sequence, message: messages.auditHeadForged };
    case 'unknown_key':
      return {
        code: 'key_unknown',
        sequence,
        message: messages.auditKeyUnknown,
      };
  }
}
