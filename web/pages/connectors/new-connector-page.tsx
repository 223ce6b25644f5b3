import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { ConnectorDraft } from '../../../client/operations.data.ts';
import { hub, queries } from '../../hub.ts';
import { readParameters, startDefinition } from '../../model/connectors/read-definition.ts';
import { findWrong, InputError } from '../../model/describe-error.ts';
import type { JsonObject } from '../../model/json.ts';
import { readText } from '../../model/read-text.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { Field, TextField } from '../../parts/fields.tsx';
import { Page } from '../../parts/page.tsx';
import { ErrorNotice } from '../../parts/states.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { DefinitionEditor } from './definition-editor.tsx';
import { useKeptText } from './use-kept-text.ts';

type Findings = ConnectorDraft['findings'];

/** A connector of the organization's own: drafted from a description of the API, completed as text, and added. */
export function NewConnectorPage(): ReactNode {
  const { text, setText, drop } = useKeptText('new', undefined);
  const [findings, setFindings] = useState<Findings>([]);
  const begin = (definition: JsonObject, found: Findings): void => {
    setFindings(found);
    setText(JSON.stringify(definition, undefined, 2));
  };
  return (
    <Page
      title="Add a connector of your own"
      crumbs={<Link to="/connectors">Connectors</Link>}
      lead="For a system that is not in the catalogue. Only your organization sees it."
    >
      {text === undefined ? (
        <div className="columns">
          <DraftCard onDrafted={begin} />
          <Card title="What happens">
            <ol className="plain">
              <li>
                <strong>1. Draft.</strong> The hub reads the description and writes a definition: how to sign in, what
                can be listed, and what a record has.
              </li>
              <li>
                <strong>2. Complete.</strong> You see what was guessed and what is left to you, each at its line, and
                whether the hub would take it.
              </li>
              <li>
                <strong>3. Add.</strong> Then the system is connected like any other, and tested.
              </li>
            </ol>
          </Card>
        </div>
      ) : (
        <Completion text={text} setText={setText} findings={findings} onAdded={drop} />
      )}
    </Page>
  );
}

function DraftCard({ onDrafted }: { onDrafted: (definition: JsonObject, findings: Findings) => void }): ReactNode {
  const [document, setDocument] = useState('');
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const draft = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setState({ busy: true });
    try {
      if (document.trim() === '') throw new InputError('Choose a file, or paste the description.');
      const lists = readText(form, 'lists')
        .split('\n')
        .map((line) => line.trim());
      const paths = lists.filter((line) => line !== '');
      const parameters = readParameters(readText(form, 'parameters'));
      const made = await hub.call('draftConnector', {
        body: {
          document,
          ...(paths.length === 0 ? {} : { lists: paths }),
          ...(Object.keys(parameters).length === 0 ? {} : { parameters }),
        },
      });
      onDrafted(made.definition, made.findings);
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  return (
    <Card title="Describe the API">
      <form className="stack" onSubmit={(event) => void draft(event)} noValidate autoComplete="off">
        <Field
          label="File"
          required={false}
          help="OpenAPI 3 or Swagger 2, as JSON or YAML. It is read by the hub, and no system is called."
        >
          {(control) => (
            <input
              {...control}
              className="input"
              type="file"
              accept=".json,.yaml,.yml"
              onChange={({ target: { files } }) => void files?.[0]?.text().then(setDocument)}
            />
          )}
        </Field>
        <Field label="Or the description as text" wrong={findWrong(state.error, 'document')}>
          {(control) => (
            <textarea
              {...control}
              className="input"
              rows={10}
              spellCheck={false}
              value={document}
              onChange={(event) => setDocument(event.target.value)}
            />
          )}
        </Field>
        <MoreSettings />
        {state.error !== undefined && <ErrorNotice error={state.error} />}
        <div className="row">
          <Button type="submit" looks={['primary']} busy={state.busy}>
            Draft from it
          </Button>
          <Button onClick={() => onDrafted(startDefinition, [])}>Begin with an example</Button>
        </div>
      </form>
    </Card>
  );
}

/** What narrows a draft down. */
function MoreSettings(): ReactNode {
  return (
    <details className="more-fields">
      <summary>More settings (2 optional)</summary>
      <div className="stack">
        <Field
          label="Paths of the lists to draft"
          required={false}
          help="One in a line, such as /v1/tickets. Default: as many as fit."
        >
          {(control) => <textarea {...control} className="input" name="lists" rows={3} spellCheck={false} />}
        </Field>
        <Field
          label="Parameters of paths that are always the same"
          required={false}
          help="One in a line, such as tenant=acme."
        >
          {(control) => <textarea {...control} className="input" name="parameters" rows={3} spellCheck={false} />}
        </Field>
      </div>
    </details>
  );
}

function Completion({
  text,
  setText,
  findings,
  onAdded,
}: {
  text: string;
  setText: (text: string | undefined) => void;
  findings: Findings;
  onAdded: () => void;
}): ReactNode {
  const navigate = useNavigate();
  const [id, setId] = useState('x_');
  const [state, setState] = useState<{ busy: boolean; error?: unknown }>({ busy: false });
  const add = async (definition: JsonObject): Promise<void> => {
    setState({ busy: true });
    try {
      const made = await hub.call('createConnector', { body: { id, definition } });
      onAdded();
      await queries.invalidateQueries();
      sayDone(`${made.name} is added`);
      await navigate({ to: '/connectors/$id', params: { id } });
    } catch (error) {
      setState({ busy: false, error });
    }
  };
  return (
    <DefinitionEditor text={text} onChange={setText} drafted={findings} error={state.error}>
      {(read) => (
        <>
          <TextField
            label="Id"
            name="id"
            value={id}
            onChange={(event) => setId(event.target.value)}
            wrong={findWrong(state.error, 'id')}
            help="Begins with x_, such as x_desk. It cannot be changed later."
            spellCheck={false}
            required
          />
          <Button
            looks={['primary']}
            busy={state.busy}
            disabled={!read.ok}
            onClick={() => read.ok && void add(read.definition)}
          >
            Add the connector
          </Button>
          <Button onClick={() => setText(undefined)}>Start over</Button>
        </>
      )}
    </DefinitionEditor>
  );
}
