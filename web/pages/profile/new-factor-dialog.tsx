import { type ReactNode, useState } from 'react';
import type { NewSecondFactor } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { readText } from '../../model/read-text.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { TextField } from '../../parts/fields.tsx';
import { QrCode } from './qr-code.tsx';

/** Adds an authenticator in two steps: its name, then its first code. Closing forgets the secret. */
export function NewFactorDialog({
  open,
  onClose,
  onConfirmed,
}: {
  open: boolean;
  onClose: () => void;
  onConfirmed: (codes: readonly string[]) => void;
}): ReactNode {
  const [made, setMade] = useState<NewSecondFactor>();
  const close = (): void => {
    setMade(undefined);
    onClose();
  };
  const confirm = async ({ id }: NewSecondFactor, form: FormData): Promise<void> => {
    const code = readText(form, 'code').replaceAll(' ', '');
    const confirmed = await hub.call('confirmSecondFactor', { params: { id }, body: { code } });
    await queries.invalidateQueries();
    onConfirmed(confirmed.recovery_codes);
  };
  const begin = async (form: FormData): Promise<void> => {
    setMade(await hub.call('addSecondFactor', { body: { name: readText(form, 'name') } }));
  };
  return (
    <FormDialog
      open={open}
      onClose={close}
      onDone={made === undefined ? stayOpen : close}
      title={made === undefined ? 'Add an authenticator' : 'Scan the code'}
      lead={
        made === undefined
          ? 'An application on your telephone or computer that makes a new code every half minute.'
          : 'Scan the picture with the application, or type the secret into it. Then give the code that it shows.'
      }
      act={made === undefined ? 'Go on' : 'Confirm'}
      onSubmit={(form) => (made === undefined ? begin(form) : confirm(made, form))}
    >
      {() =>
        made === undefined ? (
          <TextField label="Name" name="name" defaultValue="Authenticator" help="Such as: my telephone." required />
        ) : (
          <>
            <QrCode text={made.uri} />
            <div className="secret">
              <code>{made.secret}</code>
              <CopyButton text={made.secret} what="the secret" />
            </div>
            <TextField label="Code" name="code" inputMode="numeric" autoComplete="one-time-code" required autoFocus />
          </>
        )
      }
    </FormDialog>
  );
}

/** The second step follows. */
function stayOpen(): void {}
