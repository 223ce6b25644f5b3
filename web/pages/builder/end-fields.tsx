import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import type { Connector } from '../../../client/operations.data.ts';
import { toSentence } from '../../model/status.ts';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/fields.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { act } from '../../parts/toasts.tsx';
import { useConnectorNames } from '../../parts/use-connector-names.ts';
import { useBuilder, useFindings } from './builder-context.ts';
import { Choice } from '../../parts/choice.tsx';
import { FindingList } from './finding-list.tsx';
import { isList } from '../../model/json.ts';
import { readRules } from './model/mapping-rows.ts';
import { getAt, type Path } from './model/paths.ts';
import { listProperties } from './model/schema.ts';
import { SchemaField } from './schema-field.tsx';
import { type End, toEnd, useConnector, useFields, useOperations } from './use-discovery.ts';
import { refreshObjects, useObjects } from '../../parts/use-objects.ts';

type Side = 'source' | 'target';

/** A connection and one of its objects; what the connection can reach is asked of the system itself. */
export function EndFields({ path, side }: { path: Path; side: Side }): ReactNode {
  return (
    <>
      <ConnectionField path={[...path, 'connection_id']} />
      <ObjectField path={[...path, 'object']} side={side} />
    </>
  );
}

export function ConnectionField({ path }: { path: Path }): ReactNode {
  const { definition, connections, change } = useBuilder();
  const nameOf = useConnectorNames();
  const value = getAt(definition, path);
  const findings = useFindings(path);
  return (
    <Choice
      label="Connection"
      help={
        <>
          Not there yet? <Link to="/connections/new">Connect a system</Link>
        </>
      }
      wrong={findings.find(({ isError }) => isError)?.message}
      value={typeof value === 'string' ? value : ''}
      options={connections.map(({ id, name, service_type: type }) => [id, `${name} (${nameOf(type)})`] as const)}
      onChange={(id) => change(path, id)}
    />
  );
}

export function ObjectField({ path, side }: { path: Path; side: Side }): ReactNode {
  const { definition, change } = useBuilder();
  const end = toEnd(getAt(definition, path.slice(0, -1)));
  const { objects, isPending, error } = useObjects(end.connectionId);
  const connector = useConnector(end.connectionId);
  const findings = useFindings(path);
  const list = useId();
  const offered = objects.filter((object) => isUsable(object.operations, connector, side));
  const [isLooking, setLooking] = useState(false);
  const help = connector?.dynamic_objects?.help ?? '';
  return (
    <Field
      label="Object"
      help={
        isPending ? (
          'Asking the system what it has…'
        ) : error === null ? (
          <MarkedText text={help} />
        ) : (
          `What it has cannot be listed: ${error.message}`
        )
      }
    >
      {(control) => (
        <>
          <div className="with-act">
            <input
              {...control}
              className="input"
              list={list}
              autoComplete="off"
              spellCheck={false}
              value={end.object}
              placeholder={offered.length > 0 ? `One of ${offered.length}, or type a name` : 'Its name'}
              onChange={(event) => change(path, event.target.value)}
            />
            <Button
              looks={['small', 'quiet']}
              icon="retry"
              busy={isLooking}
              disabled={end.connectionId === ''}
              aria-label="Look again which objects there are"
              title="Look again"
              onClick={() => {
                setLooking(true);
                void act(() => refreshObjects(end.connectionId), 'The system was asked again').finally(() =>
                  setLooking(false),
                );
              }}
            />
          </div>
          <datalist id={list}>
            {offered.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </datalist>
          <FindingList findings={findings} />
        </>
      )}
    </Field>
  );
}

/** Whether an object can be read, or written. Ids of operations are the connector's; their kinds say what they do. */
function isUsable(operations: readonly string[], connector: Connector | undefined, side: Side): boolean {
  if (connector === undefined) return true;
  const all = [
    ...connector.objects.flatMap((object) => object.operations),
    ...(connector.dynamic_objects?.operations ?? []),
  ];
  const kinds = new Set(all.filter(({ id }) => operations.includes(id)).map(({ kind }) => kind));
  const reads = kinds.has('list');
  return side === 'source'
    ? reads || kinds.size === 0
    : kinds.size === 0 || [...kinds].some((kind) => kind !== 'list' && kind !== 'get');
}

/** What is done with the record of the target, as far as the object can. */
export function OperationField({ path }: { path: Path }): ReactNode {
  const { definition, change } = useBuilder();
  const value = getAt(definition, [...path, 'operation']);
  const operations = useOperations(toEnd(getAt(definition, path)));
  const kinds = [...new Set(operations.map(({ kind }) => kind))].filter((kind) => words[kind] !== undefined);
  const writes = kinds.length > 0 ? kinds : ['upsert', 'create', 'update'];
  const findings = useFindings([...path, 'operation']);
  return (
    <Choice
      label="Operation"
      wrong={findings.find(({ isError }) => isError)?.message}
      value={typeof value === 'string' ? value : 'upsert'}
      options={writes.map((kind) => [kind, words[kind] ?? toSentence(kind)] as const)}
      onChange={(kind) => change([...path, 'operation'], kind)}
    />
  );
}

const words: Readonly<Record<string, string>> = {
  upsert: 'Create or update',
  create: 'Only create',
  update: 'Only update',
  delete: 'Delete',
};

/** The key that an object of the target declares: what its records are found by unless somebody chooses otherwise. */
export function useOwnKey(end: End): readonly string[] {
  const { objects } = useObjects(end.connectionId);
  return objects.find(({ id }) => id === end.object)?.key ?? noKey;
}

const noKey: readonly string[] = [];

/** What identifies a record of the source. Most objects declare it themselves; of the others it is asked. */
export function KeyField(): ReactNode {
  const { definition, schemas } = useBuilder();
  const source = definition['source'];
  const key = useOwnKey(toEnd(source));
  if (key.length > 0 && getAt(source, ['key']) === undefined) {
    return (
      <p className="soft">
        Records are identified by <code>{key.join(', ')}</code>, the key of the object.
      </p>
    );
  }
  const schema = listProperties(schemas['IntegrationSource'] ?? {}).find(([name]) => name === 'key')?.[1] ?? {};
  return <SchemaField path={['source', 'key']} schema={schema} name="key" required={key.length === 0} />;
}

/** The fields by which a record of the target is found: any of its fields, its key and what is mapped first. */
export function MatchOnField({ path, mapping }: { path: Path; mapping: Path }): ReactNode {
  const { definition, change } = useBuilder();
  const end = toEnd(getAt(definition, path));
  const key = useOwnKey(end);
  const fields = useFields(end);
  const list = useId();
  const [added, setAdded] = useState('');
  const value = getAt(definition, [...path, 'match_on']);
  const chosen = isList(value) ? value.map(String) : [];
  const rules = readRules(getAt(definition, mapping));
  const mapped = rules.flatMap(({ to }) => (typeof to === 'string' && to !== '' ? [to] : []));
  const offered = [...new Set([...key, ...chosen, ...mapped])];
  const set = (next: string[]): void => change([...path, 'match_on'], next.length === 0 ? undefined : next);
  const add = (): void => {
    set([...new Set([...chosen, added])]);
    setAdded('');
  };
  return (
    <fieldset className="group">
      <legend>Found by</legend>
      <p className="soft">The fields by which a record is recognized in the target.</p>
      <FindingList findings={useFindings([...path, 'match_on'], true)} />
      <div className="checks-row">
        {offered.map((name) => (
          <label key={name} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={({ target: { checked } }) =>
                set(checked ? [...chosen, name] : chosen.filter((one) => one !== name))
              }
            />
            <code>{name}</code>
          </label>
        ))}
      </div>
      <div className="row">
        <input
          className="input short"
          list={list}
          aria-label="Another field that identifies a record"
          placeholder="another field"
          value={added}
          onChange={(event) => setAdded(event.target.value.trim())}
        />
        <datalist id={list}>
          {fields.map((field) => (
            <option key={field.path}>{field.path}</option>
          ))}
        </datalist>
        <Button looks={['small']} icon="plus" disabled={added === ''} onClick={add}>
          Add
        </Button>
      </div>
    </fieldset>
  );
}
