import { type ReactNode, useState } from 'react';
import { toSentence } from '../../model/status.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Field } from '../../parts/fields.tsx';
import { useBuilder, useFindings } from './builder-context.ts';
import { Choice } from '../../parts/choice.tsx';
import { FindingList } from './finding-list.tsx';
import { JsonField } from './json-field.tsx';
import { isList, isObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { getAt, type Path } from './model/paths.ts';
import {
  fits,
  isFormula,
  isOneOrMore,
  listProperties,
  listVariants,
  nameValue,
  nameVariant,
  resolve,
  startValue,
} from './model/schema.ts';
import {
  type ControlProps,
  Help,
  LinesControl,
  NumberControl,
  SwitchControl,
  TextControl,
  TimeControl,
} from './schema-controls.tsx';
import { type FieldSpot, useSpecialFields } from './special-fields.ts';

/**
 * A member of the definition by its schema: what the API describes can be edited, whether this page was made for it or not.
 * Values of no known form are edited as JSON.
 */
export function SchemaField(spot: FieldSpot): ReactNode {
  const special = useSpecialFields()(spot);
  return special ?? <PlainField {...spot} />;
}

function PlainField(spot: FieldSpot): ReactNode {
  const { schemas, definition, change } = useBuilder();
  const { path, schema: given, name, required } = spot;
  const { schema, description, name: reference } = resolve(schemas, given);
  const isLines = isTexts(resolve(schemas, schema['items']).schema);
  const findings = useFindings(path, schema['type'] === 'array' && isLines);
  const below = useFindings(path, true);
  const control: ControlProps = {
    label: spot.label ?? toSentence(name),
    description,
    required,
    findings: <FindingList findings={findings} />,
    value: getAt(definition, path),
    onChange: (value) => change(path, value),
  };
  const variants = reference === 'JsonValue' ? [] : listVariants(schema);
  if (schema['const'] !== undefined) return null;
  if (isOneOrMore(schemas, variants)) {
    const hasNumbers = variants.some((variant) => resolve(schemas, variant).schema['type'] === 'integer');
    return <LinesControl {...control} findings={<FindingList findings={below} />} hasNumbers={hasNumbers} />;
  }
  if (variants.length > 0) return <VariantField spot={spot} variants={variants} />;
  if (isList(schema['enum'])) return <WordField control={control} words={schema['enum'].map(nameValue)} />;
  switch (schema['type']) {
    case 'string':
      if (schema['format'] === 'date-time') return <TimeControl {...control} path={path} />;
      return <TextControl {...control} path={path} longest={schema['maxLength']} />;
    case 'boolean':
      return <SwitchControl {...control} />;
    case 'integer':
    case 'number':
      return <NumberControl {...control} isWhole={schema['type'] === 'integer'} />;
    case 'array':
      return isLines ? <LinesControl {...control} /> : <ListField spot={spot} items={schema['items'] ?? {}} />;
    case 'object':
      if (listProperties(schema).length > 0) return <Group legend={control.label} path={path} schema={given} />;
      return <MapField control={control} path={path} values={schema['additionalProperties'] ?? true} />;
    default:
      return <AnyField control={control} />;
  }
}

function isTexts(item: JsonObject): boolean {
  return isList(item['enum']) || item['type'] === 'string';
}

function AnyField({
  control: { label, description, required, value, onChange },
}: {
  control: ControlProps;
}): ReactNode {
  return (
    <Field label={label} help={<Help text={description} />} required={required}>
      {() => <JsonField label={label} value={value} words rows={1} onChange={onChange} />}
    </Field>
  );
}

function WordField({ control, words }: { control: ControlProps; words: readonly string[] }): ReactNode {
  const { label, description, required, value, onChange, findings } = control;
  const options = words.map((word) => [word, toSentence(word)] as const);
  return (
    <div>
      <Choice
        label={label}
        help={<Help text={description} />}
        required={required}
        value={typeof value === 'string' ? value : ''}
        options={required && value !== undefined ? options : [['', 'Default'], ...options]}
        onChange={(next) => onChange(next === '' ? undefined : next)}
      />
      {findings}
    </div>
  );
}

/** One of several forms: which one, and then its own fields. */
function VariantField({ spot, variants }: { spot: FieldSpot; variants: readonly JsonValue[] }): ReactNode {
  const { schemas, definition, change } = useBuilder();
  const { path, schema, name, required } = spot;
  const value = getAt(definition, path);
  const { description } = resolve(schemas, schema);
  const at = value === undefined ? -1 : variants.findIndex((variant) => fits(schemas, variant, value));
  const chosen = at === -1 ? undefined : variants[at];
  const isWord = chosen !== undefined && isList(resolve(schemas, chosen).schema['enum']);
  // The words of a list are chosen at once; other forms have fields of their own below.
  const options = variants.flatMap((variant, index): (readonly [string, string])[] => {
    const words = resolve(schemas, variant).schema['enum'];
    if (isList(words)) return words.map(nameValue).map((word) => [`=${word}`, toSentence(word)] as const);
    return [[String(index), toSentence(nameVariant(schemas, variant))]];
  });
  return (
    <div className="stack">
      <Choice
        label={toSentence(name)}
        help={<Help text={description} />}
        required={required}
        value={value === undefined || chosen === undefined ? '' : isWord ? `=${nameValue(value)}` : String(at)}
        options={required && value !== undefined ? options : [['', 'Default'], ...options]}
        onChange={(next) => {
          if (next === '') change(path, undefined);
          else change(path, next.startsWith('=') ? next.slice(1) : startValue(schemas, variants[Number(next)]));
        }}
      />
      {chosen !== undefined && !isWord && (
        <div className="inner">
          <VariantBody path={path} schema={chosen} description={description} name={name} />
        </div>
      )}
      {value !== undefined && chosen === undefined && (
        <JsonField label={toSentence(name)} value={value} onChange={(next) => change(path, next)} />
      )}
    </div>
  );
}

/** A form without the label that its choice already has. */
function VariantBody({
  path,
  schema: given,
  description,
  name,
}: {
  path: Path;
  schema: JsonValue;
  description: string | undefined;
  name: string;
}): ReactNode {
  const { schemas } = useBuilder();
  const { schema, description: own } = resolve(schemas, given);
  if (listProperties(schema).length > 0) return <GroupFields path={path} schema={given} />;
  // What the choice already says is not said again, but that it is a formula makes the editor.
  const isPassedOn = isObject(given) && own === undefined && isFormula(description);
  const described = isPassedOn ? { ...given, description: description ?? '' } : given;
  return <SchemaField path={path} schema={described} name={name} required />;
}

export function Group({ legend, path, schema }: { legend: string; path: Path; schema: JsonValue }): ReactNode {
  const { schemas } = useBuilder();
  return (
    <fieldset className="group">
      <legend>{legend}</legend>
      <p className="soft">
        <Help text={resolve(schemas, schema).description} />
      </p>
      <FindingList findings={useFindings(path)} />
      <GroupFields path={path} schema={schema} />
    </fieldset>
  );
}

/** The members that are there or needed; each of the others waits behind a button. */
export function GroupFields({
  path,
  schema: given,
  without = [],
  only,
}: {
  path: Path;
  schema: JsonValue;
  without?: readonly string[];
  only?: readonly string[];
}): ReactNode {
  const { schemas, definition, change } = useBuilder();
  const { schema } = resolve(schemas, given);
  const value = getAt(definition, path);
  const members: JsonObject = isObject(value) ? value : {};
  const isMeant = (name: string): boolean => !without.includes(name) && (only === undefined || only.includes(name));
  const properties = listProperties(schema).filter(([name]) => isMeant(name));
  // What the hub misses is shown as well: the message has to stand somewhere.
  const wrong = new Set(useFindings(path, true).map((finding) => finding.path[path.length]));
  // One that was emptied stays as well: something else is written there next, and nothing moves under a click.
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  const isShown = (name: string, required: boolean): boolean =>
    required || members[name] !== undefined || wrong.has(name) || visited.has(name);
  const remove = (name: string): void => {
    setVisited(new Set([...visited].filter((one) => one !== name)));
    change([...path, name], undefined);
  };
  const shown = properties.filter(([name, , required]) => isShown(name, required));
  const absent = properties.filter(([name, , required]) => !isShown(name, required));
  return (
    <>
      {shown.map(([name, property, required]) => (
        <div className="member" key={name} onFocus={() => setVisited(new Set([...visited, name]))}>
          <SchemaField path={[...path, name]} schema={property} name={name} required={required} />
          {!required && members[name] !== undefined && (
            <RemoveButton what={toSentence(name).toLowerCase()} onRemove={() => remove(name)} />
          )}
        </div>
      ))}
      {absent.length > 0 && (
        <div className="chips" role="group" aria-label="Further settings">
          {absent.map(([name, property]) => (
            <Button
              key={name}
              looks={['small', 'quiet']}
              icon="plus"
              title={resolve(schemas, property).description}
              onClick={() => change([...path, name], startValue(schemas, property))}
            >
              {toSentence(name)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

function RemoveButton({ what, onRemove }: { what: string; onRemove: () => void }): ReactNode {
  return <IconButton label={`Remove ${what}`} icon="cross" looks={['quiet', 'small']} onClick={onRemove} />;
}

function ListField({ spot, items }: { spot: FieldSpot; items: JsonValue }): ReactNode {
  const { schemas, definition, change } = useBuilder();
  const { path, schema, name } = spot;
  const value = getAt(definition, path);
  const entries = isList(value) ? value : [];
  const label = toSentence(name);
  return (
    <fieldset className="group">
      <legend>{label}</legend>
      <p className="soft">
        <Help text={resolve(schemas, schema).description} />
      </p>
      <FindingList findings={useFindings(path)} />
      {entries.map((_, index) => (
        <div className="entry" key={index}>
          <SchemaField path={[...path, index]} schema={items} name={`${name} ${index + 1}`} required />
          <RemoveButton
            what={`${label.toLowerCase()} ${index + 1}`}
            onRemove={() => change([...path, index], undefined)}
          />
        </div>
      ))}
      <div>
        <Button looks={['small']} icon="plus" onClick={() => change(path, [...entries, startValue(schemas, items)])}>
          Add
        </Button>
      </div>
    </fieldset>
  );
}

/** Members by names of one's own. */
function MapField({ control, path, values }: { control: ControlProps; path: Path; values: JsonValue }): ReactNode {
  const { schemas, change } = useBuilder();
  const { label, description, required, value, onChange } = control;
  const members = isObject(value) ? value : {};
  const [added, setAdded] = useState('');
  if (values === true || resolve(schemas, values).name === 'JsonValue') {
    return (
      <Field label={label} help={<Help text={description} />} required={required}>
        {() => <JsonField label={label} value={value} onChange={onChange} />}
      </Field>
    );
  }
  // What holds for all of them is said of the whole: values by formula are formulas.
  const isPlain = isObject(values) && values['$ref'] === undefined && description !== undefined;
  const below = isPlain ? { ...values, description } : values;
  return (
    <fieldset className="group">
      <legend>{label}</legend>
      {Object.keys(members).map((member) => (
        <div className="entry" key={member}>
          <SchemaField path={[...path, member]} schema={below} name={member} label={member} required />
          <RemoveButton what={member} onRemove={() => change([...path, member], undefined)} />
        </div>
      ))}
      <div className="row">
        <input
          className="input short"
          aria-label={`Name to add to ${label.toLowerCase()}`}
          placeholder="name"
          value={added}
          onChange={(event) => setAdded(event.target.value.trim())}
        />
        <Button
          looks={['small']}
          icon="plus"
          disabled={added === '' || added in members}
          onClick={() => {
            change([...path, added], startValue(schemas, below));
            setAdded('');
          }}
        >
          Add
        </Button>
      </div>
    </fieldset>
  );
}
