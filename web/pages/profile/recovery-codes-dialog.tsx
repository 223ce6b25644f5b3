import type { ReactNode } from 'react';
import { CopyButton } from '../../parts/copy-button.tsx';
import { InfoDialog } from '../../parts/dialogs.tsx';

/** Shows new recovery codes once. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  codes: readonly string[] | undefined;
  onClose: () => void;
}): ReactNode {
  return (
    <InfoDialog open={codes !== undefined} onClose={onClose} title="Recovery codes">
      <p className="soft">
        Each signs you in once without an authenticator or a passkey. Keep them where you find them without these: they
        are shown this once, and those from before no longer work.
      </p>
      <div className="secret">
        <code className="codes">
          {(codes ?? []).map((code) => (
            <span key={code}>{code}</span>
          ))}
        </code>
        <CopyButton text={(codes ?? []).join('\n')} what="the codes" />
      </div>
    </InfoDialog>
  );
}
