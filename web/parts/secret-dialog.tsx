import type { ReactNode } from 'react';
import { CopyButton } from './copy-button.tsx';
import { InfoDialog } from './dialogs.tsx';

/** Shows a secret once. Closing forgets it: it is nowhere else on the page. */
export function SecretDialog({
  title,
  secret,
  note,
  what = 'the secret',
  onClose,
}: {
  title: string;
  secret: string | undefined;
  note: string;
  /** As the button says that copies it. */
  what?: string;
  onClose: () => void;
}): ReactNode {
  return (
    <InfoDialog open={secret !== undefined} onClose={onClose} title={title}>
      <p className="soft">{note}</p>
      <div className="secret">
        <code>{secret}</code>
        {secret !== undefined && <CopyButton text={secret} what={what} />}
      </div>
    </InfoDialog>
  );
}
