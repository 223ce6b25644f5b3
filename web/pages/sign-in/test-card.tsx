import type { ReactNode } from 'react';
import type { SsoConnection, SsoTest } from '../../../client/operations.data.ts';
import { ask, hub } from '../../hub.ts';
import { toSentence } from '../../model/status.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Notice } from '../../parts/states.tsx';
import { act } from '../../parts/toasts.tsx';
import { useQuery } from '../../parts/use-query.ts';

/** Tries a provider before people depend on it: a sign-in that makes no session, and what came of it. */
export function TestCard({
  connection: { id },
  test,
}: {
  connection: SsoConnection;
  test: string | undefined;
}): ReactNode {
  const begin = (): Promise<void> =>
    act(async () => {
      const { start_url: start } = await hub.call('createSsoTest', { params: { id } });
      window.location.assign(start);
    }, 'On the way to the provider');
  return (
    <Card
      title="Test sign-in"
      note="Sign in at the provider, and see what came. It makes no session and no member, and works while disabled."
      actions={
        <Button looks={['small']} onClick={() => void begin()}>
          Test sign-in
        </Button>
      }
    >
      {test === undefined ? <p className="soft">Nothing was tried in this tab.</p> : <Outcome id={id} test={test} />}
    </Card>
  );
}

function Outcome({ id, test }: { id: string; test: string }): ReactNode {
  const found = useQuery(ask('getSsoTest', { params: { id, test } }));
  if (found.isPending) return undefined;
  if (found.isError) return <p className="soft">That test is over. Begin another one.</p>;
  const { data } = found.data;
  if (data.status === 'waiting') return <p className="soft">Nobody came back from the provider.</p>;
  return (
    <>
      {data.failed_check === undefined ? (
        <Notice tone="good" title="They would be signed in">
          {data.joins === true ? 'The person would become a member.' : 'The person is a member already.'}
        </Notice>
      ) : (
        <Notice tone="bad" title={`Failed: ${data.failed_check}`}>
          {data.advice}
        </Notice>
      )}
      <Facts data={data} />
    </>
  );
}

function Facts({ data: { person, roles, attributes } }: { data: SsoTest }): ReactNode {
  if (person === undefined) return undefined;
  return (
    <dl className="facts">
      <dt>Name</dt>
      <dd className="break">{person.name ?? 'None came'}</dd>
      <dt>E-mail address</dt>
      <dd className="break">{person.email ?? 'None came'}</dd>
      <dt>Name at the provider</dt>
      <dd className="mono break">{person.subject}</dd>
      <dt>Groups</dt>
      <dd className="break">{person.groups.length === 0 ? 'None came' : person.groups.join(', ')}</dd>
      {roles !== undefined && (
        <>
          <dt>Roles</dt>
          <dd>{roles.map(({ role }) => toSentence(role)).join(', ')}</dd>
        </>
      )}
      <dt>Attributes that came</dt>
      <dd className="mono break">{attributes?.join(', ')}</dd>
    </dl>
  );
}
