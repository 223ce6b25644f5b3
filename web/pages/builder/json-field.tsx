import { type ReactNode, useId, useState } from 'react';
import { isSame, type JsonValue, parseJson } from '../../model/json.ts';

/** Any value, as JSON. What cannot be read is said and changes nothing. */
export function JsonField({
  label,
  value,
  onChange,
  rows = 3,
  words = false,
}: {
  label: string;
  value: JsonValue | undefined;
  onChange: (value: JsonValue) => void;
  rows?: number;
  /** What is no JSON is taken as a text: constants need no quotes. */
  words?: boolean;
}): ReactNode {
  const notes = useId();
  const [written, setWritten] = useState<{ text: string; value: JsonValue | undefined }>();
  // The value may change beside the field: by undo, or in the other view.
  const isOwn = written !== undefined && isSame(written.value, value);
  const wrong = isOwn ? readWrong(written.text, words) : undefined;
  const shown = isOwn ? written.text : toText(value, words);
  return (
    <>
      <textarea
        className="input"
        rows={rows}
        spellCheck={false}
        autoComplete="off"
        aria-label={label}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : notes}
        value={shown}
        onChange={({ target: { value: text } }) => {
          const read = tryParse(text, words);
          setWritten({ text, value: read.ok ? read.value : value });
          if (read.ok) onChange(read.value);
        }}
      />
      {wrong !== undefined && (
        <p className="wrong" id={notes}>
          {wrong}
        </p>
      )}
    </>
  );
}

function readWrong(text: string, words: boolean): string | undefined {
  const read = tryParse(text, words);
  return read.ok ? undefined : read.message;
}

function tryParse(text: string, words: boolean): { ok: true; value: JsonValue } | { ok: false; message: string } {
  try {
    return { ok: true, value: parseJson(text) };
  } catch (error) {
    if (words && !/^\s*["[{]/.test(text)) return { ok: true, value: text };
    return { ok: false, message: `This is no JSON yet. ${error instanceof Error ? error.message : ''}` };
  }
}

function toText(value: JsonValue | undefined, words: boolean): string {
  if (value === undefined) return '';
  // A text that would read as something else keeps its quotes.
  if (words && typeof value === 'string' && !tryParseAsOther(value)) return value;
  return JSON.stringify(value, undefined, 2);
}

function tryParseAsOther(text: string): boolean {
  const read = tryParse(text, true);
  return !read.ok || read.value !== text;
}
