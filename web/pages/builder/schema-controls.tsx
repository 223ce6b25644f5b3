import type { ReactNode } from 'react';
import { Field } from '../../parts/fields.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { FormulaField } from './formula-field.tsx';
import type { JsonValue } from '../../model/json.ts';
import { getAt, type Path } from './model/paths.ts';
import { readNumber } from './model/read-number.ts';
import { toTexts } from './model/schedule.ts';
import { isFormula } from './model/schema.ts';
import { fromLocal, toLocal, toZone } from './model/zoned-time.ts';
import { useBuilder } from './builder-context.ts';
import { useWritten } from './use-written.ts';

export interface ControlProps {
  label: string;
  description: string | undefined;
  /** What is wrong with the value, as the hub says. */
  findings: ReactNode;
  required: boolean;
  value: JsonValue | undefined;
  onChange: (value: JsonValue | undefined) => void;
}

export function Help({ text }: { text: string | undefined }): ReactNode {
  return text === undefined ? null : <MarkedText text={text} />;
}

const lineMax = 1000;

/** A line, a longer text, or a formula, as the description says. */
export function TextControl({
  label,
  description,
  findings,
  required,
  path,
  value,
  longest,
  onChange,
}: ControlProps & { path: Path; longest: JsonValue | undefined }): ReactNode {
  const text = typeof value === 'string' ? value : '';
  const set = (next: string): void => onChange(next === '' && !required ? undefined : next);
  if (isFormula(description)) {
    return (
      <div className="field">
        <span className="label">{label}</span>
        <FormulaField path={path} label={label} value={text} onChange={set} example="" />
        <div className="help">
          <Help text={description} />
        </div>
      </div>
    );
  }
  const isLong = typeof longest === 'number' && longest > lineMax;
  return (
    <Field label={label} help={<Help text={description} />} required={required}>
      {(control) => (
        <>
          {isLong ? (
            <textarea
              {...control}
              className="input"
              rows={10}
              spellCheck={false}
              value={text}
              onChange={(event) => set(event.target.value)}
            />
          ) : (
            <input
              {...control}
              className="input"
              spellCheck={false}
              autoComplete="off"
              value={text}
              onChange={(event) => set(event.target.value)}
            />
          )}
          {findings}
        </>
      )}
    </Field>
  );
}

/** A time, by the clock that counts where it stands. One that is being written is no time yet. */
export function TimeControl({
  label,
  description,
  findings,
  required,
  path,
  value,
  onChange,
}: ControlProps & { path: Path }): ReactNode {
  const { definition } = useBuilder();
  const zone = toZone(getAt(definition, [...path.slice(0, -1), 'timezone']), definition['timezone']);
  return (
    <Field
      label={label}
      required={required}
      help={
        <>
          <Help text={description} /> By the clock of {zone}.
        </>
      }
    >
      {(control) => (
        <>
          <input
            {...control}
            className="input short"
            type="datetime-local"
            step="any"
            value={typeof value === 'string' ? toLocal(value, zone) : ''}
            onChange={(event) => onChange(fromLocal(event.target.value, zone))}
          />
          {findings}
        </>
      )}
    </Field>
  );
}

export function SwitchControl({ label, description, required, value, onChange }: ControlProps): ReactNode {
  return (
    <Field label={label} help={<Help text={description} />} required>
      {(control) => (
        <span className="check">
          <input
            {...control}
            type="checkbox"
            checked={value === true}
            onChange={({ target: { checked } }) => onChange(checked || (required ? false : undefined))}
          />
        </span>
      )}
    </Field>
  );
}

/** What is no number stays as it was typed, and the hub says what is wrong with it. */
export function NumberControl({
  label,
  description,
  findings,
  required,
  value,
  onChange,
  isWhole,
}: ControlProps & { isWhole: boolean }): ReactNode {
  const stored = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const [text, setWritten] = useWritten(value, stored, readNumber);
  return (
    <Field label={label} help={<Help text={description} />} required={required}>
      {(control) => (
        <>
          <input
            {...control}
            className="input"
            inputMode={isWhole ? 'numeric' : 'decimal'}
            value={text}
            onChange={(event) => {
              setWritten(event.target.value);
              onChange(readNumber(event.target.value));
            }}
          />
          {findings}
        </>
      )}
    </Field>
  );
}

/** Texts, one a line. */
export function LinesControl({
  label,
  description,
  findings,
  required,
  value,
  onChange,
  hasNumbers = false,
}: ControlProps & { hasNumbers?: boolean }): ReactNode {
  // An empty line is being written, and no entry yet.
  const read = (written: string): JsonValue =>
    toLines(written).map((line) => (/^\d{1,9}$/.test(line) && hasNumbers ? Number(line) : line));
  const [text, setWritten] = useWritten(value, toTexts(value).join('\n'), read);
  return (
    <Field
      label={label}
      required={required}
      help={
        <>
          <Help text={description} /> One a line.
        </>
      }
    >
      {(control) => (
        <>
          <textarea
            {...control}
            className="input"
            rows={text.split('\n').length}
            spellCheck={false}
            value={text}
            onChange={(event) => {
              setWritten(event.target.value);
              onChange(read(event.target.value));
            }}
          />
          {findings}
        </>
      )}
    </Field>
  );
}

function toLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
