import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { IntegrationInput } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { describeError } from '../../model/describe-error.ts';
import { mayIn } from '../../model/access/reach.ts';
import { type AccountChoice, AccountField, useAccountChoice } from '../../parts/account-fields.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Field } from '../../parts/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { EmptyState, ErrorNotice, Skeleton } from '../../parts/states.tsx';
import { BuilderProvider, type BuilderTools, type Finding } from './builder-context.ts';
import { EndFields, KeyField, MatchOnField, OperationField, useOwnKey } from './end-fields.tsx';
import { isObject, type JsonObject } from '../../model/json.ts';
import { parsePath, setAt } from './model/paths.ts';
import { schemasQuery } from './read-schemas.ts';
import { toEnd } from './use-discovery.ts';
import { useMe } from '../../shell/session.tsx';
import { askAll, byName } from '../../parts/use-all.ts';
import { useQuery } from '../../parts/use-query.ts';

const route = getRouteApi('/integrations/new');

type Shape = 'target' | 'steps';

/** Choose where records come from and what becomes of them. It begins as a draft, which starts no runs. */
export function NewIntegrationPage(): ReactNode {
  const schemas = useQuery(schemasQuery);
  const connections = useQuery(askAll('listConnections', byName));
  const me = useMe();
  // Those that may be seen and no more can be no end of it.
  const usable = connections.data?.filter(({ account_id: id }) => mayIn(me, 'integrations:write', id));
  const error = connections.error ?? schemas.error;
  return (
    <Page
      title="New integration"
      crumbs={<Link to="/integrations">Integrations</Link>}
      lead="It begins as a draft: nothing runs before you activate it."
    >
      {error !== null && <ErrorNotice error={error} onRetry={() => void connections.refetch()} />}
      {error === null && (schemas.data === undefined || connections.data === undefined) && <Skeleton />}
      {usable?.length === 0 && (
        <div className="card">
          <EmptyState
            icon="connections"
            title="No system is connected yet"
            action={
              <Link className="button primary" to="/connections/new">
                Connect a system
              </Link>
            }
          >
            An integration reads from one connection and writes to others.
          </EmptyState>
        </div>
      )}
      {schemas.data !== undefined && usable !== undefined && usable.length > 0 && (
        <Form tools={{ schemas: schemas.data, connections: usable }} />
      )}
    </Page>
  );
}

function Form({ tools }: { tools: Pick<BuilderTools, 'schemas' | 'connections'> }): ReactNode {
  const account = useAccountChoice('integrations:write');
  const { name, setName, shape, setShape, definition, setDefinition, busy, error, submit } = useNewDraft(account);
  const wrongs = error === undefined ? [] : describeError(error).fields;
  const findings = wrongs.map(toFinding);
  const change: BuilderTools['change'] = (path, value) => setDefinition((now) => setAt(now, path, value));
  const all: BuilderTools = { ...tools, id: '', definition, findings, change, replace: setDefinition };
  return (
    <BuilderProvider value={all}>
      <form className="stack narrow" noValidate onSubmit={submit}>
        <Card title="What it is called">
          <div className="stack">
            <Field label="Name" wrong={wrongs.find(({ path }) => path === 'name')?.message}>
              {(control) => (
                <input
                  {...control}
                  className="input"
                  value={name}
                  placeholder="People to the directory"
                  onChange={(event) => setName(event.target.value)}
                />
              )}
            </Field>
            <AccountField choice={account} wrong={wrongs.find(({ path }) => path === 'account_id')?.message} />
          </div>
        </Card>
        <Card title="Where records come from">
          <div className="stack">
            <EndFields path={['source']} side="source" />
            <KeyField />
          </div>
        </Card>
        <Card title="What becomes of them">
          <div className="stack">
            <Shapes chosen={shape} onChoose={setShape} />
            {shape === 'target' && (
              <>
                <EndFields path={['target']} side="target" />
                <OperationField path={['target']} />
                <MatchOnField path={['target']} mapping={['mapping']} />
              </>
            )}
          </div>
        </Card>
        {error !== undefined && <ErrorNotice error={error} />}
        <div className="row">
          <Button type="submit" looks={['primary']} busy={busy}>
            Create the draft
          </Button>
        </div>
      </form>
    </BuilderProvider>
  );
}

function useNewDraft({ input }: AccountChoice) {
  const navigate = route.useNavigate();
  const [name, setName] = useState('');
  const [shape, setShape] = useState<Shape>('target');
  const [chosen, setDefinition] = useState<JsonObject>({});
  const key = useOwnKey(toEnd(chosen['target']));
  const definition = withKey(chosen, key);
  const [{ busy, error }, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const create = async (): Promise<void> => {
    setState({ busy: true });
    try {
      const made = await hub.call('createIntegration', { body: { ...toInput(name, shape, definition), ...input } });
      await queries.invalidateQueries();
      const part = shape === 'steps' ? 'steps' : 'mapping';
      await navigate({ to: '/integrations/$id/build', params: { id: made.id }, search: { part } });
    } catch (refusal) {
      setState({ busy: false, error: refusal });
    }
  };
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void create();
  };
  return { name, setName, shape, setShape, definition, setDefinition, busy, error, submit };
}

/** Records of the target are found by its own key, unless something else was chosen. */
function withKey(definition: JsonObject, key: readonly string[]): JsonObject {
  const { target } = definition;
  if (!isObject(target) || 'match_on' in target || key.length === 0) return definition;
  return { ...definition, target: { ...target, match_on: [...key] } };
}

function toFinding({ path, message }: { path: string; message: string }): Finding {
  return { path: parsePath(path), message, isError: true, allowed: [] };
}

const shapes: readonly { shape: Shape; title: string; words: string }[] = [
  { shape: 'target', title: 'Written to one system', words: 'Fields are mapped, and records are kept in step.' },
  { shape: 'steps', title: 'A flow of steps', words: 'Decide, compute, and write to several systems.' },
];

function Shapes({ chosen, onChoose }: { chosen: Shape; onChoose: (shape: Shape) => void }): ReactNode {
  return (
    <div className="shapes" role="radiogroup" aria-label="What becomes of them">
      {shapes.map(({ shape, title, words }) => (
        <label key={shape} className="shape" htmlFor={`shape-${shape}`}>
          <input
            id={`shape-${shape}`}
            type="radio"
            name="shape"
            checked={shape === chosen}
            onChange={() => onChoose(shape)}
          />
          <strong>{title}</strong>
          <small>{words}</small>
        </label>
      ))}
    </div>
  );
}

/** What is not chosen yet is left out: a draft may be incomplete. */
function toInput(name: string, shape: Shape, definition: JsonObject): IntegrationInput {
  const isChosen = (end: unknown): boolean => isObject(end) && Boolean(end['connection_id']) && Boolean(end['object']);
  const source = isChosen(definition['source']) ? { source: definition['source'] } : {};
  const target = shape === 'target' && isChosen(definition['target']) ? { target: definition['target'] } : {};
  // A flow without a step is none yet: the first one makes it.
  const input = { name, ...source, ...target };
  return isInput(input) ? input : { name };
}

/** The hub checks it, and says at which field it is wrong. */
function isInput(_input: unknown): _input is IntegrationInput {
  return true;
}
