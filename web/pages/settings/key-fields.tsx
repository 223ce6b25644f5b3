import type { ReactNode } from 'react';
import { describeError } from '../../model/describe-error.ts';
import { Field } from '../../parts/fields.tsx';
import { Icon } from '../../parts/icon.tsx';

/** Where a key may be used from. */
export function NetworksField({ networks = [], error }: { networks?: readonly string[]; error: unknown }): ReactNode {
  const wrongs = error === undefined ? [] : describeError(error).fields;
  const wrong = wrongs.find(({ path }) => path.startsWith('allowed_cidrs'))?.message;
  return (
    <Field
      label="Networks"
      required={false}
      wrong={wrong}
      help="One in a line, such as 203.0.113.0/24. Without any, it works from everywhere."
    >
      {(control) => (
        <textarea
          className="input"
          name="networks"
          rows={2}
          defaultValue={networks.join('\n')}
          spellCheck={false}
          autoComplete="off"
          {...control}
        />
      )}
    </Field>
  );
}

type Option = readonly [value: string, words: string];

/** One of a few spans of time, in a form. */
export function SpanField({
  label,
  name,
  help,
  initial,
  options,
}: {
  label: string;
  name: string;
  help?: string;
  initial: string;
  options: readonly Option[];
}): ReactNode {
  return (
    <Field label={label} help={help}>
      {(control) => (
        <span className="select">
          <select {...control} name={name} defaultValue={initial}>
            {options.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      )}
    </Field>
  );
}

/** When a key that is made now ends. */
export const endOptions: readonly Option[] = [
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
  ['never', 'Never'],
];
