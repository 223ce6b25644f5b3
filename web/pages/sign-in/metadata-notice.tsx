import type { ReactNode } from 'react';
import type { SsoConnection } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/states.tsx';
import { act } from '../../parts/toasts.tsx';

/** Says why the metadata of a provider was not taken. An owner who compared it takes it here. */
export function MetadataNotice({
  connection: { id, metadata },
  mayWrite,
}: {
  connection: SsoConnection;
  mayWrite: boolean;
}): ReactNode {
  if (metadata?.problem === undefined) return undefined;
  const canAccept = metadata.problem !== 'unreachable' && metadata.problem !== 'invalid';
  const read = (): Promise<void> =>
    act(async () => {
      await hub.call('refreshSsoMetadata', { params: { id }, body: { accept: canAccept } });
      await queries.invalidateQueries();
    }, 'Read');
  return (
    <Notice tone="warn" title="The metadata was not taken">
      <p>{metadata.advice}</p>
      {mayWrite && (
        <Button looks={['small']} onClick={() => void read()}>
          {canAccept ? 'Accept what is there now' : 'Read it again'}
        </Button>
      )}
    </Notice>
  );
}
