import { type ReactNode, useEffect, useRef, useState } from 'react';
import { confirmIdentity } from '../auth.ts';
import { setAsk } from '../confirmation.ts';
import { readText } from '../model/read-text.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { TextField } from '../parts/fields.tsx';

/** Asks for the password once more before an act that could do much harm in the wrong hands. */
export function ConfirmationDialog(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(confirmed: boolean) => void>(undefined);
  useEffect(() => {
    setAsk(() => {
      setOpen(true);
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    });
  }, []);
  const close = (): void => {
    setOpen(false);
    answer.current?.(false);
  };
  return (
    <FormDialog
      open={isOpen}
      onClose={close}
      title="Confirm that it is you"
      lead="This act asks for your password or a code of your authenticator. It counts for ten minutes."
      act="Confirm"
      onSubmit={async (form) => {
        await confirmIdentity(readText(form, 'proof'));
        answer.current?.(true);
      }}
    >
      {() => (
        <TextField label="Password or code" name="proof" type="password" autoComplete="current-password" required />
      )}
    </FormDialog>
  );
}
