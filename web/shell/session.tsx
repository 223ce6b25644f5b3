import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import type { Caller } from '../../client/operations.data.ts';
import { signOut } from '../auth.ts';
import { ask, isSignedOut, isSuspended } from '../hub.ts';
import { covers } from '../model/access/describe-scopes.ts';
import { mayIn } from '../model/access/reach.ts';
import { Button } from '../parts/button.tsx';
import { PendingPage } from '../parts/page.tsx';
import { ErrorNotice } from '../parts/states.tsx';
import { SecondFactorGate } from './second-factor-gate.tsx';
import { SignIn } from './sign-in.tsx';
import { useQuery } from '../parts/use-query.ts';

const Me = createContext<Caller | undefined>(undefined);

/**
 * Shows the dashboard to who is signed in, and the sign-in to everybody else, at whatever address: after signing in, the
 * page that was asked for is there.
 */
export function SessionGate({ children }: { children: ReactNode }): ReactNode {
  const me = useQuery(ask('getMe', {}, 60_000));
  useStaysHere(me.data?.data);
  if (me.isPending) return <PendingPage title="Integration hub" />;
  if (isSignedOut(me.error)) return <SignIn onDone={() => void me.refetch()} />;
  if (me.data === undefined) {
    return (
      <main className="sign-in">
        <ErrorNotice error={me.error} onRetry={() => void me.refetch()} />
        {isSuspended(me.error) && <Button onClick={() => void signOut().then(() => me.refetch())}>Sign out</Button>}
      </main>
    );
  }
  return (
    <SecondFactorGate me={me.data.data}>
      <Me value={me.data.data}>{children}</Me>
    </SecondFactorGate>
  );
}

/**
 * Begins again when the session of the browser is another person's, or acts in another organization: what was done in another
 * tab changed it here, too, and a form would be sent to where it does not belong.
 */
function useStaysHere(me: Caller | undefined): void {
  const known = useRef<string>(undefined);
  const now = me === undefined ? undefined : `${me.id} ${me.organization.id}`;
  useEffect(() => {
    if (now === undefined) return undefined;
    if (known.current !== undefined && known.current !== now) location.assign('/app/');
    known.current = now;
    const tabs = new BroadcastChannel('hub-session');
    tabs.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (data !== now) location.assign('/app/');
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel is of one origin, and takes none.
    tabs.postMessage(now);
    return () => tabs.close();
  }, [now]);
}

export function useMe(): Caller {
  const me = useContext(Me);
  if (me === undefined) throw new Error('Pages are shown within a session.');
  return me;
}

/** Whether the person may do something anywhere. What they may not is not offered; the hub checks it in any case. */
export function useCan(scope: string): boolean {
  return covers(useMe().scopes, scope);
}

/**
 * Whether the person may do something with what belongs to an account.
 *
 * @param accountId `undefined`: it belongs to none, or concerns the whole organization.
 */
export function useCanIn(scope: string, accountId: string | undefined): boolean {
  return mayIn(useMe(), scope, accountId);
}
