import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Caller } from '../../client/operations.data.ts';
import { confirmByPasskey, confirmIdentity, signOut } from '../auth.ts';
import { ask, queries } from '../hub.ts';
import { readText } from '../model/read-text.ts';
import { Button } from '../parts/button.tsx';
import { TextField } from '../parts/fields.tsx';
import { PendingPage } from '../parts/page.tsx';
import { Toasts } from '../parts/toasts.tsx';
import { useQuery } from '../parts/use-query.ts';
import { ConfirmationDialog } from './confirmation-dialog.tsx';
import { SignInBox } from './sign-in-box.tsx';

/** Hardly anybody sees it. */
const SecondFactorPage = lazy(async () => ({
  default: (await import('../pages/profile/second-factor-page.tsx')).SecondFactorPage,
}));

/** Lets a person go on who has shown a second factor, where their organization asks for one. */
export function SecondFactorGate({ me, children }: { me: Caller; children: ReactNode }): ReactNode {
  const { second_factor_need: need } = me;
  // Recovery codes are shown once, when nothing is needed any more: the person says when they have them.
  const [isSettingUp, setSettingUp] = useState(false);
  if (need === 'set_up' && !isSettingUp) setSettingUp(true);
  if (isSettingUp && need !== 'confirm') {
    return (
      <>
        <Suspense fallback={<PendingPage title="Set up a second factor" />}>
          <SecondFactorPage me={me} onDone={() => setSettingUp(false)} />
        </Suspense>
        <Toasts />
        <ConfirmationDialog />
      </>
    );
  }
  return need === 'confirm' ? <ShowFactor organization={me.organization.name} /> : children;
}

/** For who signed in before they had one, or before it was asked for. */
function ShowFactor({ organization }: { organization: string }): ReactNode {
  const passkeys = useQuery(ask('listPasskeys', {}));
  useEffect(() => {
    document.title = 'Second factor · Integration hub';
  }, []);
  const goOn = (): Promise<void> => queries.invalidateQueries();
  return (
    <SignInBox
      title="Second factor"
      lead={`${organization} asks for it.`}
      act="Confirm"
      {...((passkeys.data?.data ?? []).length === 0 ? {} : { onPasskey: () => confirmByPasskey().then(goOn) })}
      onSubmit={async (form) => {
        await confirmIdentity(readText(form, 'code').replaceAll(' ', ''));
        await goOn();
      }}
    >
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        help="The six digits of your authenticator. With a recovery code, sign out and in again."
        required
        autoFocus
      />
      <Button looks={['quiet', 'small']} onClick={() => void signOut().then(goOn)}>
        Sign out
      </Button>
    </SignInBox>
  );
}
