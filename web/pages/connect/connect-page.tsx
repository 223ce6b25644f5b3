import { type ReactNode, useEffect, useState } from 'react';
import type { Connector } from '../../../client/operations.data.ts';
import { lookUpLink, type OpenLink } from '../../connect.ts';
import { takeAuthorization } from '../../model/authorizations.ts';
import { Monogram } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { ConnectForm } from './connect-form.tsx';
import { useQuery } from '../../parts/use-query.ts';

/**
 * Where somebody who is no member connects a system of theirs. The token stands behind `#`, so that no server on the way
 * sees it; nothing else of the dashboard is to be seen here.
 */
export function ConnectPage(): ReactNode {
  const [token] = useState(() => location.hash.slice(1));
  const [isDone, setDone] = useState(false);
  const found = useQuery({
    queryKey: ['connection link'],
    queryFn: () => lookUpLink(token),
    staleTime: Infinity,
    gcTime: 0,
  });
  useEffect(() => {
    document.title = 'Connect your system';
    // Another link that is opened in the same window differs behind `#` only.
    const reload = (): void => location.reload();
    window.addEventListener('hashchange', reload);
    return () => window.removeEventListener('hashchange', reload);
  }, []);
  if (isDone) return <Connected />;
  if (found.isPending) return <Skeleton />;
  if (found.isError) {
    return (
      <Sheet>
        <h1>This link does not work</h1>
        <p>It was used already, has expired, or was taken back. Ask the person who sent it for a new one.</p>
        <ErrorNotice error={found.error} />
      </Sheet>
    );
  }
  return <Choice link={found.data} token={token} onDone={() => setDone(true)} />;
}

function Choice({ link, token, onDone }: { link: OpenLink; token: string; onDone: () => void }): ReactNode {
  const { organization, connectors, expires_at: expires } = link;
  const [chosen, setChosen] = useState<Connector | undefined>(connectors.length === 1 ? connectors[0] : undefined);
  return (
    <Sheet logo={organization.logo} name={organization.name}>
      <div>
        <h1>{chosen === undefined ? 'Connect your system' : `Connect ${chosen.name}`}</h1>
        <p className="soft">
          {organization.name} asks for access to a system of yours
          {link.name === undefined ? '' : `, as “${link.name}”`}. This link works once; it expires <Time at={expires} />
          .
        </p>
      </div>
      {chosen === undefined ? (
        <ul className="catalogue one">
          {connectors.map((connector) => (
            <li key={connector.id}>
              <button type="button" onClick={() => setChosen(connector)}>
                <Monogram name={connector.name} />
                <span>
                  <strong>{connector.name}</strong>
                  <small>{connector.vendor}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <>
          <ConnectForm key={chosen.id} connector={chosen} token={token} onDone={onDone} />
          {connectors.length > 1 && <Button onClick={() => setChosen(undefined)}>Choose another system</Button>}
        </>
      )}
      <p className="soft fine">
        What you type is encrypted before it is stored and is shown to nobody, {organization.name} included.
      </p>
    </Sheet>
  );
}

/** Where a browser ends whose link names no other place. Who authorized a connection again goes on to its page. */
export function Connected(): ReactNode {
  const parameters = new URLSearchParams(location.search);
  const hasFailed = parameters.get('status') === 'failed';
  const [next] = useState(() => takeAuthorization(sessionStorage, location.search));
  useEffect(() => {
    document.title = hasFailed ? 'Not connected' : 'Connected';
    if (next !== undefined) location.replace(next);
  }, [hasFailed, next]);
  if (next !== undefined) return <Skeleton />;
  return (
    <Sheet>
      {hasFailed ? (
        <>
          <h1>Not connected</h1>
          <p>The system did not give its consent, or it came too late. Go back to where you began, and try again.</p>
        </>
      ) : (
        <>
          <h1>Connected</h1>
          <p>Everything is stored. You can close this window.</p>
        </>
      )}
      <Member id={parameters.get('connection_id')} />
    </Sheet>
  );
}

/** Members who authorized a connection in the dashboard go on there. */
function Member({ id }: { id: string | null }): ReactNode {
  if (id === null || !/^conn_[0-9a-z]{26}$/.test(id)) return null;
  return (
    <a className="button" href={`/app/connections/${id}`}>
      Open it in the dashboard
    </a>
  );
}

function Sheet({ logo, name, children }: { logo?: string | undefined; name?: string; children: ReactNode }): ReactNode {
  return (
    <main className="sign-in">
      <div className="sign-in-box wide">
        {logo === undefined ? (
          name !== undefined && <Monogram name={name} />
        ) : (
          <img className="logo" src={logo} alt="" />
        )}
        {children}
      </div>
    </main>
  );
}
