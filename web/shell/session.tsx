import { createContext, type ReactNode, useContext } from 'react';
import type { Caller } from '../../client/operations.data.ts';
import { signOut } from '../auth.ts';
import { ask, isSignedOut, isSuspended } from '../hub.ts';
import { covers } from '../model/describe-scopes.ts';
import { Button } from '../parts/button.tsx';
import { PendingPage } from '../parts/page.tsx';
import { ErrorNotice } from '../parts/states.tsx';
import { SignIn } from './sign-in.tsx';
import { useQuery } from '../parts/use-query.ts';

const Me = createContext<Caller | undefined>(undefined);

/**
 * Shows the dashboard to who is signed in, and the sign-in to everybody else, at whatever address: after signing in, the
 * page that was asked for is there.
 */
export function SessionGate({ children }: { children: ReactNode }): ReactNode {
  const me = useQuery(ask('getMe', {}, 60_000));
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
  return <Me value={me.data.data}>{children}</Me>;
}

export function useMe(): Caller {
  const me = useContext(Me);
  if (me === undefined) throw new Error('Pages are shown within a session.');
  return me;
}

/** Whether the person may do something. What they may not is not offered; the hub checks it in any case. */
export function useCan(scope: string): boolean {
  return covers(useMe().scopes, scope);
}
