import { type ReactNode, useState } from 'react';

/** A day that a list begins or ends with. While a year is being typed, the list stays as it is. */
export function DayFilter({
  label,
  value,
  isDay,
  onChange,
}: {
  label: string;
  value: string | undefined;
  isDay: (text: string) => boolean;
  onChange: (value: string | undefined) => void;
}): ReactNode {
  const [text, setText] = useState(value ?? '');
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    setText(value ?? '');
  }
  return (
    <label className="day-filter">
      {label}
      <input
        className="input"
        type="date"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          if (target.value === '') onChange(undefined);
          else if (isDay(target.value)) onChange(target.value);
        }}
      />
    </label>
  );
}
