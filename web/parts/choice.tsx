import type { ReactNode } from 'react';
import { Field } from './fields.tsx';
import { Icon } from './icon.tsx';

/** One of a few values. */
export function Choice({
  label,
  help,
  value,
  options,
  onChange,
  wrong,
  required = true,
  disabled = false,
}: {
  label: string;
  help?: ReactNode;
  value: string;
  options: readonly (readonly [value: string, words: string])[];
  onChange: (value: string) => void;
  wrong?: string | undefined;
  required?: boolean;
  disabled?: boolean;
}): ReactNode {
  // What is stored and no longer offered is shown as it is.
  const all = options.some(([option]) => option === value)
    ? options
    : [[value, value || 'Choose'] as const, ...options];
  return (
    <Field label={label} help={help} wrong={wrong} required={required}>
      {(control) => (
        <span className="select">
          <select {...control} disabled={disabled} value={value} onChange={(event) => onChange(event.target.value)}>
            {all.map(([option, words]) => (
              <option key={option} value={option}>
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
