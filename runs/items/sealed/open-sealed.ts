import type { Json } from '../../../core/json.ts';
import type { Opener } from '../../../vault/index.ts';
import type { RunAddress } from '../../load/load-run.ts';

/** What opens what is sealed of items. */
export interface SealedReader {
  opener: Opener;
  address: RunAddress;
}

/** Opens what was sealed for the integration. */
export function openSealed({ opener, address: { orgId, integrationId } }: SealedReader, sealed: string): Promise<Json> {
  return opener.open({ purpose: 'record', orgId, integrationId }, Buffer.from(sealed, 'base64'));
}
