import type { ReactNode } from 'react';
import { Button } from '../../parts/button.tsx';
import { Field } from '../../parts/fields.tsx';
import { useBuilder } from './builder-context.ts';
import { CalendarField } from './calendar-field.tsx';
import { ConnectionField, MatchOnField, ObjectField, OperationField } from './end-fields.tsx';
import { MappingEditor } from './mapping-editor.tsx';
import { toSentence } from '../../model/status.ts';
import { isList, isObject, type JsonValue, toJson } from '../../model/json.ts';
import { getAt, type Path } from './model/paths.ts';
import { inputName, resolve, type Schemas } from './model/schema.ts';
import { stepSchema } from './model/step-tree.ts';
import type { FieldSpot } from './special-fields.ts';
import { Group } from './schema-field.tsx';
import { JsonField } from './json-field.tsx';
import { toEnd, useConnector } from './use-discovery.ts';
import { ZoneField } from './zone-field.tsx';

/** The members that have editors of their own, wherever they stand: connections, objects, mappings, steps within steps. */
export function showSpecial(schemas: Schemas): (spot: FieldSpot) => ReactNode {
  return function Special({ path, schema, name }) {
    const { definition } = useBuilder();
    if (name === 'connection_id') return <ConnectionField path={path} />;
    if (name === 'object') return <ObjectField path={path} side={isRead(definition, path) ? 'source' : 'target'} />;
    const own = path.slice(0, -1);
    // Look-ups have one operation each.
    if (name === 'operation')
      return resolve(schemas, schema).schema['const'] === undefined ? <OperationField path={own} /> : undefined;
    if (name === 'match_on')
      return <MatchOnField path={own} mapping={own.length === 1 ? ['mapping'] : [...own, 'mapping']} />;
    if (name === 'options') return <OptionsField spot={{ path, schema, name, required: false }} />;
    if (name === 'timezone' && own.length === 0)
      return (
        <ZoneField path={path} help="Whose clock counts for dates and times that name no zone. UTC unless given." />
      );
    if (name === 'only_in' || name === 'not_in') return <CalendarField path={path} name={name} />;
    if (isListOf(schemas, schema, 'MappingRule')) return <MappingField path={path} />;
    if (isListOf(schemas, schema, stepSchema)) return <StepsNote path={path} />;
    return undefined;
  };
}

/** The options of an object by the schema of its connector; an object that is listed has none. */
function OptionsField({ spot }: { spot: FieldSpot }): ReactNode {
  const { definition, change } = useBuilder();
  const { path, name } = spot;
  const dynamic = useConnector(toEnd(getAt(definition, path.slice(0, -1))).connectionId)?.dynamic_objects;
  const isSource = isRead(definition, path);
  const schema = toJson(isSource ? dynamic?.source_options_schema : dynamic?.target_options_schema);
  if (schema !== undefined) return <Group legend="Options" path={path} schema={schema} />;
  const label = toSentence(name);
  return (
    <Field label={label} required={false}>
      {() => <JsonField label={label} value={getAt(definition, path)} onChange={(value) => change(path, value)} />}
    </Field>
  );
}

/** Whether a member is of something that is read: of a source, or of what is looked up. */
function isRead(definition: JsonValue, path: Path): boolean {
  if (path[0] === 'source' || path[0] === 'enrich' || path.at(-2) === 'check') return true;
  const operation = getAt(definition, [...path.slice(0, -1), 'operation']);
  return operation === 'find' || operation === 'list';
}

function isListOf(schemas: Schemas, given: JsonValue, name: string): boolean {
  const { schema } = resolve(schemas, given);
  return schema['type'] === 'array' && resolve(schemas, schema['items']).name === inputName(schemas, name);
}

/** A mapping within a step: with a connection beside it, the fields are those of its object. */
function MappingField({ path }: { path: Path }): ReactNode {
  const { definition } = useBuilder();
  const own = path.slice(0, -1);
  const parent = getAt(definition, own);
  const isAction = isObject(parent) && 'connection_id' in parent;
  return (
    <fieldset className="group">
      <legend>Mapping</legend>
      <MappingEditor path={path} {...(isAction ? { target: own } : {})} />
    </fieldset>
  );
}

function StepsNote({ path }: { path: Path }): ReactNode {
  const { definition, change } = useBuilder();
  const value = getAt(definition, path);
  const count = isList(value) ? value.length : 0;
  return (
    <div className="row">
      <span className="soft">
        {String(path.at(-1)).replaceAll('_', ' ')}: {count === 1 ? 'one step' : `${count} steps`}, edited in the
        outline.
      </span>
      {value === undefined && (
        <Button looks={['small']} icon="plus" onClick={() => change(path, [])}>
          Make a branch
        </Button>
      )}
    </div>
  );
}
