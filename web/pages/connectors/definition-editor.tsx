import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { ask } from '../../hub.ts';
import { describeError } from '../../model/describe-error.ts';
import {
  type LocatedFinding,
  locateFindings,
  type ReadDefinition,
  readDefinition,
} from '../../model/connectors/read-definition.ts';
import { formatAmount } from '../../model/format.ts';
import type { JsonObject } from '../../model/json.ts';
import { Badge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Card } from '../../parts/card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { MarkedText } from '../../parts/marked-text.tsx';
import { ErrorNotice } from '../../parts/states.tsx';
import { useQuery } from '../../parts/use-query.ts';

const settleMs = 500;

interface Finding {
  path: string;
  message: string;
}

/** A definition as text. The hub checks it while it is written, and every finding leads to its line. */
export function DefinitionEditor({
  text,
  onChange,
  drafted = [],
  error,
  children,
}: {
  text: string;
  onChange: (text: string) => void;
  /** What a draft left to be decided. */
  drafted?: readonly Finding[];
  /** Of the last attempt to publish it. */
  error: unknown;
  /** What can be done with it once it is right. */
  children: (read: ReadDefinition) => ReactNode;
}): ReactNode {
  const area = useRef<HTMLTextAreaElement>(null);
  const notes = useId();
  const read = useMemo(() => readDefinition(text), [text]);
  const check = useCheck(read);
  const [wrong, undecided] = useMemo(
    () => (read.ok ? [locateFindings(text, check.findings), locateFindings(text, drafted)] : [[], []]),
    [read, text, check.findings, drafted],
  );
  const show = ({ line, start, end }: LocatedFinding): void => {
    const { current } = area;
    if (current === null) return;
    current.focus();
    current.setSelectionRange(start, end);
    current.scrollTop = Math.max(0, line - 4) * Number.parseFloat(getComputedStyle(current).lineHeight);
  };
  return (
    <div className="columns">
      <Card title="Definition" actions={<CopyButton text={text} what="the definition" />}>
        <div className="stack">
          <textarea
            ref={area}
            className="input json"
            aria-label="Definition as JSON"
            aria-invalid={!read.ok || wrong.length > 0}
            aria-describedby={notes}
            spellCheck={false}
            wrap="off"
            rows={28}
            value={text}
            onChange={(event) => onChange(event.target.value)}
          />
          <div id={notes}>{!read.ok && <p className="wrong">{read.message}</p>}</div>
          {error !== undefined && <ErrorNotice error={error} />}
          <div className="row">
            {children(read)}
            <Button
              looks={['quiet']}
              disabled={!read.ok}
              onClick={() => read.ok && onChange(JSON.stringify(read.definition, undefined, 2))}
            >
              Format
            </Button>
          </div>
        </div>
      </Card>
      <Card title="Check">
        <div className="stack">
          <div role="status">
            {!read.ok ? (
              <Badge tone="bad">Cannot be read</Badge>
            ) : check.error !== null ? (
              <ErrorNotice error={check.error} />
            ) : check.isPending ? (
              <Badge tone="busy">Checking</Badge>
            ) : wrong.length > 0 ? (
              <Badge tone="bad">{formatAmount(wrong.length, 'mistake')}</Badge>
            ) : (
              <Badge tone="good">It can be published</Badge>
            )}
          </div>
          <FindingList title="Is refused" findings={wrong} onShow={show} />
          <FindingList title="Was guessed, or is left to you" findings={undecided} onShow={show} />
        </div>
      </Card>
    </div>
  );
}

function FindingList({
  title,
  findings,
  onShow,
}: {
  title: string;
  findings: readonly LocatedFinding[];
  onShow: (finding: LocatedFinding) => void;
}): ReactNode {
  if (findings.length === 0) return null;
  return (
    <section className="stack">
      <h3>{title}</h3>
      <ul className="located">
        {findings.map((finding) => (
          <li key={`${finding.path} ${finding.message}`}>
            <Button looks={['small']} onClick={() => onShow(finding)}>
              Line {finding.line}
            </Button>
            <div>
              {finding.path !== '' && <code className="break">{finding.path}</code>}
              <div>
                <MarkedText text={finding.message} />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const noFindings: readonly Finding[] = [];

/** What the hub would refuse, once the typing rests. While it is asked, what it said before stays. */
function useCheck(read: ReadDefinition): { findings: readonly Finding[]; isPending: boolean; error: unknown } {
  const definition = useSettled(read.ok ? read.definition : undefined);
  const found = useQuery({
    ...ask('validateConnector', { body: { definition: definition ?? {} } }),
    enabled: definition !== undefined,
    placeholderData: (before) => before,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  // One that is too large to be sent is refused like one that is wrong.
  const refused = found.isError ? describeError(found.error).fields : noFindings;
  return {
    findings: found.data?.data.findings ?? refused,
    isPending: found.isPending || found.isPlaceholderData,
    error: found.isError && refused.length === 0 ? found.error : null,
  };
}

function useSettled(definition: JsonObject | undefined): JsonObject | undefined {
  const [settled, setSettled] = useState(definition);
  useEffect(() => {
    if (definition === undefined) return undefined;
    const timer = setTimeout(() => setSettled(definition), settleMs);
    return () => clearTimeout(timer);
  }, [definition]);
  return settled;
}
