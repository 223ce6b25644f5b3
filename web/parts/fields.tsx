import { type InputHTMLAttributes, type ReactNode, useEffect, useId, useState } from 'react';
import { Icon } from './icon.tsx';

/** A label, the control, what helps and what is wrong, tied together for who does not see them. */
export function Field({
  label,
  help,
  wrong,
  required = true,
  children,
}: {
  label: string;
  help?: ReactNode;
  wrong?: string | undefined;
  required?: boolean;
  children: (control: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }) => ReactNode;
}): ReactNode {
  const id = useId();
  const notes = `${id}-notes`;
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {!required && <span className="soft"> (optional)</span>}
      </label>
      {children({ id, 'aria-describedby': notes, 'aria-invalid': wrong !== undefined })}
      <div id={notes}>
        {wrong !== undefined && <div className="wrong">{wrong}</div>}
        {help !== undefined && <div className="help">{help}</div>}
      </div>
    </div>
  );
}

export function TextField({
  label,
  help,
  wrong,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & { label: string; help?: ReactNode; wrong?: string | undefined }): ReactNode {
  return (
    <Field label={label} help={help} wrong={wrong} required={input.required !== false}>
      {(control) => <input className="input" {...input} {...control} />}
    </Field>
  );
}

/** One of a few values; the first entry stands for all of them. */
export function SelectFilter({
  label,
  none = 'all',
  value,
  options,
  onChange,
}: {
  label: string;
  /** What the first entry stands for. */
  none?: string;
  value: string | undefined;
  options: readonly (readonly [value: string, words: string])[];
  onChange: (value: string | undefined) => void;
}): ReactNode {
  return (
    <span className="select">
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      >
        <option value="">
          {label}: {none}
        </option>
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {words}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  );
}

type Option = readonly [value: string, words: string];

/** What a list can be narrowed to, and what it is narrowed to: without that, the first entry would say that nothing is left out. */
export function withChosen(options: readonly Option[], chosen: string | undefined): readonly Option[] {
  if (chosen === undefined || options.some(([value]) => value === chosen)) return options;
  return [...options, [chosen, chosen]];
}

const settleMs = 250;

/** A text that a list is filtered by, once the typing rests. `/` leads to it. */
export function TextFilter({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}): ReactNode {
  const [text, setText] = useState(value ?? '');
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  if (value !== known) {
    setKnown(value);
    // Somebody else set it: a link, or the way back. What was typed would set it again.
    if (value !== sent) {
      setText(value ?? '');
      setSent(value);
    }
  }
  useEffect(() => {
    const wanted = text.trim() === '' ? undefined : text.trim();
    if (wanted === value) return undefined;
    const timer = setTimeout(() => {
      setSent(wanted);
      onChange(wanted);
    }, settleMs);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <input
      className="filter-text"
      type="search"
      data-filter=""
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
