import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { popups } from '../../parts/popups.ts';
import { Changes } from './changes.tsx';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import { mergeDefinitions } from './model/merge-definitions.ts';
import type { Theirs } from './use-draft.ts';

interface ConflictProps {
  base: JsonObject;
  mine: JsonObject;
  theirs: Theirs;
  onClose: () => void;
  /** Goes on with what was made of both. It is not saved yet. */
  onMerge: (merged: JsonObject) => void;
}

/** Somebody else saved first: what they changed, what you changed, and a choice where both changed the same. */
export function ConflictDialog({ base, mine, theirs, onClose, onMerge }: ConflictProps): ReactNode {
  const [sides, setSides] = useState<ReadonlyMap<string, 'mine' | 'theirs'>>(new Map());
  const { merged, conflicts } = mergeDefinitions(base, mine, theirs.definition, (path) => sides.get(path) ?? 'mine');
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal container={popups}>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog large">
          <div className="stack">
            <Dialog.Title>Somebody else saved this meanwhile</Dialog.Title>
            <Dialog.Description render={<p className="soft" />}>
              {conflicts.length === 0
                ? 'You changed different things, so both fit together. Nothing is saved before you save again.'
                : 'Where both changed the same, choose what counts. Nothing is saved before you save again.'}
            </Dialog.Description>
          </div>
          <div className="stack scroll" tabIndex={0} role="group" aria-label="What differs">
            {conflicts.map(({ path, base: was, mine: own, theirs: other }) => (
              <fieldset className="group" key={path}>
                <legend>
                  <code>{path}</code>
                </legend>
                <div className="three">
                  <Version title="Before" value={was} />
                  <Side
                    path={path}
                    side="mine"
                    title="Yours"
                    value={own}
                    chosen={sides.get(path) ?? 'mine'}
                    onChoose={(side) => setSides(new Map(sides).set(path, side))}
                  />
                  <Side
                    path={path}
                    side="theirs"
                    title="Theirs"
                    value={other}
                    chosen={sides.get(path) ?? 'mine'}
                    onChoose={(side) => setSides(new Map(sides).set(path, side))}
                  />
                </div>
              </fieldset>
            ))}
            <h3>They changed</h3>
            <Changes before={base} after={theirs.definition} none="Nothing that differs from before." />
            <h3>You changed</h3>
            <Changes before={base} after={mine} none="Nothing." />
          </div>
          <div className="dialog-foot">
            <Button onClick={onClose}>Not now</Button>
            <Button looks={['danger']} onClick={() => onMerge(theirs.definition)}>
              Take theirs, drop mine
            </Button>
            <Button looks={['primary']} onClick={() => onMerge(merged)}>
              Go on with both
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Side({
  path,
  side,
  title,
  value,
  chosen,
  onChoose,
}: {
  path: string;
  side: 'mine' | 'theirs';
  title: string;
  value: JsonValue | undefined;
  chosen: 'mine' | 'theirs';
  onChoose: (side: 'mine' | 'theirs') => void;
}): ReactNode {
  return (
    <div>
      <label className="check">
        <input type="radio" name={path} checked={chosen === side} onChange={() => onChoose(side)} />
        {title}
      </label>
      <pre className="code">{value === undefined ? '(removed)' : JSON.stringify(value, undefined, 1)}</pre>
    </div>
  );
}

function Version({ title, value }: { title: string; value: JsonValue | undefined }): ReactNode {
  return (
    <div>
      <div className="label check">{title}</div>
      <pre className="code">{value === undefined ? '(not there)' : JSON.stringify(value, undefined, 1)}</pre>
    </div>
  );
}
