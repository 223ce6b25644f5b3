import { type ReactNode, useEffect, useRef, useState } from 'react';
import { confirmByPasskey, confirmIdentity } from '../auth.ts';
import { setAsk } from '../confirmation.ts';
import { ask } from '../hub.ts';
import { readText } from '../model/read-text.ts';
import { Button } from '../parts/button.tsx';
import { FormDialog } from '../parts/dialogs.tsx';
import { TextField } from '../parts/fields.tsx';
import { knowsPasskeys } from '../passkeys.ts';
import { useQuery } from '../parts/use-query.ts';

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
  const passkeys = useQuery({ ...ask('listPasskeys', {}), enabled: isOpen && knowsPasskeys() });
  return (
    <FormDialog
      open={isOpen}
      onClose={close}
      title="Confirm that it is you"
      lead="This act asks for your password, a code of your authenticator or a passkey. It counts for ten minutes."
      act="Confirm"
      onSubmit={async (form) => {
        await (form.has('passkey') ? confirmByPasskey() : confirmIdentity(readText(form, 'proof')));
        answer.current?.(true);
      }}
    >
      {() => (
        <>
          <TextField label="Password or code" name="proof" type="password" autoComplete="current-password" required />
          {(passkeys.data?.data ?? []).length > 0 && (
            <Button type="submit" name="passkey" value="1">
              Use a passkey
            </Button>
          )}
        </>
      )}
    </FormDialog>
  );
}
