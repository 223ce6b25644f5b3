import type { ReactNode } from 'react';
import { describeError } from '../model/describe-error.ts';
import type { SchemaField } from '../model/forms/schema-fields.ts';
import { Field } from './fields.tsx';
import { Icon } from './icon.tsx';
import { MarkedText } from './marked-text.tsx';

/**
 * The fields of a JSON Schema. The browser alone holds what is typed: secrets never become state of the page, and are
 * gone with the form.
 *
 * @param prefix Of the names of the inputs, so that two schemas can share a form.
 * @param error The last refusal, whose messages are put beside the fields that they are about.
 */
export function SchemaForm({
  fields,
  prefix,
  error,
}: {
  fields: readonly SchemaField[];
  prefix: string;
  error?: unknown;
}): ReactNode {
  const wrongs = error === undefined ? [] : describeError(error).fields;
  const show = (field: SchemaField): ReactNode => {
    const path = `${prefix}.${field.name}`;
    const wrong = wrongs.find((item) => item.path === path || item.path.startsWith(`${path}.`))?.message;
    const example = field.example === undefined ? undefined : `For example ${field.example}`;
    return (
      <Field
        key={path}
        label={field.title}
        help={<MarkedText text={[field.help, example].filter((text) => text !== undefined).join(' ')} />}
        wrong={wrong}
        required={field.required}
      >
        {(control) => <Control field={field} name={path} control={control} />}
      </Field>
    );
  };
  const [required, optional] = [fields.filter((field) => field.required), fields.filter((field) => !field.required)];
  if (required.length === 0 || optional.length === 0) return fields.map(show);
  return (
    <>
      {required.map(show)}
      <details className="more-fields">
        <summary>More settings ({optional.length} optional)</summary>
        <div className="stack">{optional.map(show)}</div>
      </details>
    </>
  );
}

function Control({ field, name, control }: { field: SchemaField; name: string; control: { id: string } }): ReactNode {
  const { kind, initial } = field;
  switch (kind) {
    case 'choice':
      return (
        <span className="select">
          <select name={name} defaultValue={initial} {...control}>
            {!field.required && <option value="">–</option>}
            {field.options.map((option) => (
              <option key={option} value={option}>
                {option}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      );
    case 'switch':
      return (
        <span className="check">
          <input type="checkbox" name={name} defaultChecked={initial === 'on'} {...control} />
        </span>
      );
    case 'lines':
    case 'secret lines':
    case 'list':
      return (
        <textarea
          className="input"
          name={name}
          defaultValue={initial}
          spellCheck={false}
          autoComplete="off"
          {...control}
        />
      );
    case 'secret':
      return <input className="input" type="password" name={name} autoComplete="new-password" {...control} />;
    case 'number':
      return <input className="input" inputMode="numeric" name={name} defaultValue={initial} {...control} />;
    case 'text':
      return (
        <input
          className="input"
          name={name}
          defaultValue={initial}
          spellCheck={false}
          autoComplete="off"
          {...control}
        />
      );
  }
}
