import { type ReactNode, type SubmitEvent, useState } from 'react';
import hubIcon from '../icons/hub.svg';
import { Button } from '../parts/button.tsx';
import { ErrorNotice, Notice } from '../parts/states.tsx';
import { knowsPasskeys } from '../passkeys.ts';

/** A form that stands alone on its page, for who is not signed in. What was typed is gone when it is accepted. */
export function SignInBox({
  title,
  lead,
  act,
  onSubmit,
  onPasskey,
  children,
}: {
  title: string;
  lead: ReactNode;
  act: string;
  onSubmit: (form: FormData) => Promise<void>;
  /** Where a passkey does, too. */
  onPasskey?: () => Promise<void>;
  children: ReactNode;
}): ReactNode {
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const run = async (step: () => Promise<void>): Promise<void> => {
    setState({ busy: true });
    try {
      await step();
      setState({ busy: false });
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    return run(async () => {
      await onSubmit(new FormData(form));
      form.reset();
    });
  };
  return (
    <main className="sign-in">
      <form className="sign-in-box" onSubmit={(event) => void submit(event)}>
        <img src={hubIcon} alt="" />
        <div>
          <h1>{title}</h1>
          <p className="soft">{lead}</p>
        </div>
        {!window.isSecureContext && (
          <Notice tone="warn" title="https is needed">
            <p>Browsers keep sessions safe over https only. Ask the operator of this hub for its https address.</p>
          </Notice>
        )}
        {children}
        {state.error !== undefined && <ErrorNotice error={state.error} />}
        <Button type="submit" looks={['primary']} busy={state.busy}>
          {act}
        </Button>
        {onPasskey !== undefined && knowsPasskeys() && (
          <Button busy={state.busy} onClick={() => void run(onPasskey)}>
            Use a passkey
          </Button>
        )}
      </form>
    </main>
  );
}
