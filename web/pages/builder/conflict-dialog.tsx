import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useState } from 'react';
import { Button } from '../../parts/button.tsx';
import { popups } from '../../parts/popups.ts';
import { DifferenceList } from '../../parts/difference-list.tsx';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import { mergeDefinitions } from './model/merge-definitions.ts';

interface ConflictProps {
  base: JsonObject;
  mine: JsonObject;
  theirs: { definition: JsonObject };
  /** Both are of the same person, in two browsers. */
  isOwn?: boolean;
  onClose: () => void;
  /** Goes on with what was made of both. It is not saved yet. */
  onMerge: (merged: JsonObject) => void;
}

const words = {
  others: {
    title: 'Somebody else saved this meanwhile',
    same: 'You changed different things, so both fit together. Nothing is saved before you save again.',
    mine: 'Yours',
    theirs: 'Theirs',
    theyChanged: 'They changed',
    youChanged: 'You changed',
    take: 'Take theirs, drop mine',
  },
  own: {
    title: 'You changed this in two browsers',
    same: 'You changed different things in each, so both fit together. Nothing is saved before you save.',
    mine: 'This browser',
    theirs: 'The other one',
    theyChanged: 'Changed in the other browser',
    youChanged: 'Changed in this browser',
    take: 'Take the other, drop this',
  },
} as const;

/** Somebody else saved first: what they changed, what you changed, and a choice where both changed the same. */
export function ConflictDialog({ base, mine, theirs, isOwn = false, onClose, onMerge }: ConflictProps): ReactNode {
  const say = words[isOwn ? 'own' : 'others'];
  const [sides, setSides] = useState<ReadonlyMap<string, 'mine' | 'theirs'>>(new Map());
  const { merged, conflicts } = mergeDefinitions(base, mine, theirs.definition, (path) => sides.get(path) ?? 'mine');
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal container={popups}>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog large">
          <div className="stack">
            <Dialog.Title>{say.title}</Dialog.Title>
            <Dialog.Description render={<p className="soft" />}>
              {conflicts.length === 0
                ? say.same
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
                    title={say.mine}
                    value={own}
                    chosen={sides.get(path) ?? 'mine'}
                    onChoose={(side) => setSides(new Map(sides).set(path, side))}
                  />
                  <Side
                    path={path}
                    side="theirs"
                    title={say.theirs}
                    value={other}
                    chosen={sides.get(path) ?? 'mine'}
                    onChoose={(side) => setSides(new Map(sides).set(path, side))}
                  />
                </div>
              </fieldset>
            ))}
            <h3>{say.theyChanged}</h3>
            <DifferenceList before={base} after={theirs.definition} none="Nothing that differs from before." />
            <h3>{say.youChanged}</h3>
            <DifferenceList before={base} after={mine} none="Nothing." />
          </div>
          <div className="dialog-foot">
            <Button onClick={onClose}>Not now</Button>
            <Button looks={['danger']} onClick={() => onMerge(theirs.definition)}>
              {say.take}
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
