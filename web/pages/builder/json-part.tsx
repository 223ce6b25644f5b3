import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useBuilder } from './builder-context.ts';
import { isObject, isSame, type JsonObject, parseJson } from '../../model/json.ts';

/** The same definition as text. What is written here is in the forms once it can be read. */
export function JsonPart(): ReactNode {
  const { definition, replace } = useBuilder();
  const [written, setWritten] = useState<string>();
  const stored = JSON.stringify(definition, undefined, 2);
  const read = written === undefined ? undefined : readDefinition(written);
  // What was changed elsewhere is shown here at once, unless this text is not readable yet.
  const isOwn = read !== undefined && ('wrong' in read || isSame(read.definition, definition));
  const text = isOwn && written !== undefined ? written : stored;
  return (
    <Card
      title="Definition as JSON"
      note="The same as the forms; either follows the other."
      actions={<CopyButton text={text} what="the definition" />}
    >
      <div className="stack">
        <textarea
          className="input json"
          aria-label="Definition as JSON"
          aria-invalid={isOwn && read !== undefined && 'wrong' in read}
          spellCheck={false}
          rows={Math.min(40, text.split('\n').length + 1)}
          value={text}
          onChange={({ target: { value } }) => {
            setWritten(value);
            const next = readDefinition(value);
            if ('definition' in next) replace(next.definition);
          }}
        />
        <div role="status">
          {isOwn && read !== undefined && 'wrong' in read && <p className="wrong">{read.wrong}</p>}
        </div>
        <div className="row">
          <Button
            looks={['small']}
            disabled={text === stored}
            onClick={() => {
              setWritten(undefined);
              sayDone('Formatted');
            }}
          >
            Format
          </Button>
        </div>
      </div>
    </Card>
  );
}

function readDefinition(text: string): { definition: JsonObject } | { wrong: string } {
  try {
    const value = parseJson(text);
    return isObject(value)
      ? { definition: value }
      : { wrong: 'A definition is an object: it begins with { and ends with }.' };
  } catch (error) {
    return {
      wrong: `This cannot be read yet, and the forms keep what they had. ${error instanceof Error ? error.message : ''}`,
    };
  }
}
