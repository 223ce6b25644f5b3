import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import { type SubmitEvent, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { popups } from './popups.ts';
import { ErrorNotice } from './states.tsx';
import { useLeaving } from './use-leaving.ts';

interface Opening {
  open: boolean;
  onClose: () => void;
  title: string;
}

/** Asks before what cannot be taken back. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  act,
  danger = false,
  onConfirm,
}: Opening & { children: ReactNode; act: string; danger?: boolean; onConfirm: () => Promise<unknown> }): ReactNode {
  const { busy, error, run } = useAct(onConfirm, onClose);
  useLeaving(() => open && onClose());
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal container={popups}>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="dialog">
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <div className="stack">
            <AlertDialog.Description render={<div className="soft" />}>{children}</AlertDialog.Description>
            {error !== undefined && <ErrorNotice error={error} />}
          </div>
          <div className="dialog-foot">
            <Button onClick={onClose}>Cancel</Button>
            <Button looks={danger ? ['danger', 'primary'] : ['primary']} busy={busy} onClick={() => void run()}>
              {act}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** A form over the page. What was typed is gone when it closes. */
export function FormDialog({
  open,
  onClose,
  title,
  lead,
  children,
  act,
  onSubmit,
  onDone = onClose,
}: Opening & {
  lead?: ReactNode;
  children: (error: unknown) => ReactNode;
  act: string;
  onSubmit: (form: FormData) => Promise<unknown>;
  /** After it was accepted. Default: it closes. */
  onDone?: () => void;
}): ReactNode {
  useLeaving(() => open && onClose());
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal container={popups}>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <div className="stack">
            <Dialog.Title>{title}</Dialog.Title>
            {lead !== undefined && <Dialog.Description render={<div className="soft" />}>{lead}</Dialog.Description>}
          </div>
          <DialogForm onClose={onClose} onDone={onDone} act={act} onSubmit={onSubmit}>
            {children}
          </DialogForm>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function DialogForm({
  onClose,
  onDone,
  act,
  onSubmit,
  children,
}: {
  onClose: () => void;
  onDone: () => void;
  act: string;
  onSubmit: (form: FormData) => Promise<unknown>;
  children: (error: unknown) => ReactNode;
}): ReactNode {
  const { busy, error, run } = useAct(onSubmit, onDone);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void run(new FormData(event.currentTarget, event.nativeEvent.submitter));
  };
  return (
    <form className="stack" onSubmit={submit} noValidate autoComplete="off">
      {children(error)}
      {error !== undefined && <ErrorNotice error={error} />}
      <div className="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" looks={['primary']} busy={busy}>
          {act}
        </Button>
      </div>
    </form>
  );
}

/** Shows something, and can be closed. @param hasAddress It is open at an address of its own, and closed with that. */
export function InfoDialog({
  open,
  onClose,
  title,
  hasAddress = false,
  children,
}: Opening & { hasAddress?: boolean; children: ReactNode }): ReactNode {
  useLeaving(() => open && !hasAddress && onClose());
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal container={popups}>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog">
          <Dialog.Title>{title}</Dialog.Title>
          <div className="stack">{children}</div>
          <div className="dialog-foot">
            <Button looks={['primary']} onClick={onClose}>
              Done
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Runs an act of a dialog, which closes when it is done and tells when it is refused. */
function useAct<Input extends unknown[]>(act: (...input: Input) => Promise<unknown>, onDone: () => void) {
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const run = async (...input: Input): Promise<void> => {
    setState({ busy: true });
    try {
      await act(...input);
      setState({ busy: false });
      onDone();
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  return { busy: state.busy, error: state.error, run };
}
