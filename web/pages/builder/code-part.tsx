import { type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react';
import type { CodeFormat, Position, ReadCode } from '../../model/code/code.ts';
import { type CodeNames, fromManifest, toManifest } from '../../model/code/manifest.ts';
import { isSame, type JsonObject } from '../../model/json.ts';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FormatSwitch } from '../../parts/format-switch.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { Skeleton } from '../../parts/states.tsx';
import { sayDone } from '../../parts/toasts.tsx';
import { useCode } from '../../parts/use-code.ts';
import { useCodeNames } from '../../parts/use-names.ts';
import { type Finding, useBuilder } from './builder-context.ts';
import { toPathText } from './model/paths.ts';
import type { Draft } from './use-draft.ts';

type Code = NonNullable<ReturnType<typeof useCode>>;

/** The same definition as a file of `hub apply`. What is written here is in the forms once it can be read. */
export function CodePart({ draft, isActive }: { draft: Draft; isActive: boolean }): ReactNode {
  const code = useCode();
  const names = useCodeNames();
  if (code === undefined || names === undefined) {
    return (
      <Card title="Definition as code">
        <Skeleton lines={12} />
      </Card>
    );
  }
  return <CodeEditor draft={draft} code={code} names={names} isActive={isActive} />;
}

/** The text: what was written, as long as the forms hold the same or it cannot be read; what the forms hold otherwise. */
function useText(
  { definition, replace, written: held, write }: Draft,
  { code, names, isActive, format }: { code: Code; names: CodeNames; isActive: boolean; format: CodeFormat },
) {
  const written = held?.text;
  const stored = useMemo(
    () => code.writeCode(toManifest(definition, isActive, names), format),
    [code, definition, isActive, names, format],
  );
  const read = useMemo(
    () => (written === undefined ? undefined : readText(code, written, isActive, names)),
    [code, written, isActive, names],
  );
  const isOwn = read !== undefined && ('wrong' in read || isSame(read.definition, definition));
  const take = (value: string): void => {
    const next = readText(code, value, isActive, names);
    write({ text: value, isRead: 'definition' in next });
    if ('definition' in next) replace(next.definition);
  };
  // It names what was not there when it was written, and is now.
  const isReadableNow = held?.isRead === false && read !== undefined && 'definition' in read;
  const takeNow = useEffectEvent(() => take(written ?? ''));
  useEffect(() => {
    if (isReadableNow) takeNow();
  }, [isReadableNow]);
  return {
    text: isOwn && written !== undefined ? written : stored,
    wrong: isOwn && 'wrong' in read ? read.wrong : undefined,
    isFormatted: !isOwn || written === stored,
    format: () => write(undefined),
    write: take,
  };
}

interface EditorProps {
  draft: Draft;
  code: Code;
  names: CodeNames;
  isActive: boolean;
}

function CodeEditor({ draft, code, names, isActive }: EditorProps): ReactNode {
  const { findings } = useBuilder();
  const area = useRef<HTMLTextAreaElement>(null);
  const notes = useId();
  const [format, setFormat] = useState<CodeFormat>('yaml');
  const { text, wrong, ...written } = useText(draft, { code, names, isActive, format });
  const change = (next: CodeFormat): void => {
    setFormat(next);
    if (wrong === undefined) written.format();
  };
  return (
    <Card
      title="Definition as code"
      note="The same as the forms, and a file of hub apply; each follows the other."
      actions={
        <>
          <FormatSwitch format={format} onChange={change} />
          <CopyButton text={text} what="the definition" />
        </>
      }
    >
      <div className="stack">
        <textarea
          ref={area}
          className="input json"
          aria-label={`Definition as ${format === 'yaml' ? 'YAML' : 'JSON'}`}
          aria-invalid={wrong !== undefined}
          aria-describedby={notes}
          spellCheck={false}
          wrap="off"
          rows={Math.min(40, text.split('\n').length + 1)}
          value={text}
          onChange={({ target: { value } }) => written.write(value)}
        />
        <div role="status" id={notes}>
          {wrong !== undefined && (
            <p className="wrong">
              This cannot be read yet, and the forms keep what they had. <MarkedText text={wrong} />
            </p>
          )}
        </div>
        <div className="row">
          <Button
            looks={['small']}
            disabled={written.isFormatted || wrong !== undefined}
            onClick={() => {
              written.format();
              sayDone('Formatted');
            }}
          >
            Format
          </Button>
        </div>
        {wrong === undefined && (
          <Located read={code.readCode(text)} findings={findings} onShow={(place) => show(area.current, place)} />
        )}
      </div>
    </Card>
  );
}

function show(area: HTMLTextAreaElement | null, { line, start, end }: Position): void {
  if (area === null) return;
  area.focus();
  area.setSelectionRange(start, end);
  area.scrollTop = Math.max(0, line - 4) * Number.parseFloat(getComputedStyle(area).lineHeight);
}

/** What the hub says of it, with the way to each line. */
function Located({
  read,
  findings,
  onShow,
}: {
  read: ReadCode;
  findings: readonly Finding[];
  onShow: (place: Position) => void;
}): ReactNode {
  if (!read.ok || findings.length === 0) return null;
  return (
    <section className="stack" aria-label="What the hub says of it">
      <ul className="located">
        {findings.map(({ path, message, isError }) => {
          const place = read.find(path);
          return (
            <li key={`${toPathText(path)} ${message}`}>
              <Button looks={['small']} onClick={() => onShow(place)}>
                Line {place.line}
              </Button>
              <div className={isError ? 'wrong break' : 'odd break'}>
                <MarkedText text={message} />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function readText(
  { readCode }: Code,
  text: string,
  isActive: boolean,
  names: CodeNames,
): { definition: JsonObject } | { wrong: string } {
  const read = readCode(text);
  return read.ok ? fromManifest(read.value, isActive, names) : { wrong: read.message };
}
