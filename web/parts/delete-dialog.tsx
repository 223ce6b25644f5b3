import type { ReactNode } from 'react';
import { queries } from '../hub.ts';
import { ConfirmDialog } from './dialogs.tsx';
import { sayDone } from './toasts.tsx';

/** Asks whether something is to be deleted, and says what that means. */
export function DeleteDialog({
  open = true,
  name,
  children,
  onDelete,
  onClose,
}: {
  open?: boolean;
  name: string;
  children: ReactNode;
  /** Also leaves the page of what is deleted. */
  onDelete: () => Promise<unknown>;
  onClose: () => void;
}): ReactNode {
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={`Delete ${name}?`}
      act="Delete"
      danger
      onConfirm={async () => {
        await onDelete();
        await queries.invalidateQueries();
        sayDone(`${name} is deleted`);
      }}
    >
      {children}
    </ConfirmDialog>
  );
}
