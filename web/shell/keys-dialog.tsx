import { type ReactNode, useState } from 'react';
import { InfoDialog } from '../parts/dialogs.tsx';
import { places } from './places.ts';
import { allowSingleKeys, hasSingleKeys } from './shortcuts.ts';

const keys: readonly (readonly [string, string])[] = [
  ['Ctrl K', 'Go to a page, or search by name or id'],
  ['/', 'To the filter of the list'],
  ['j', 'Next row'],
  ['k', 'Previous row'],
  ['x', 'Select the row'],
  ['?', 'This list'],
  ...places.map(({ shortcut, words }) => [`g ${shortcut}`, `Go to: ${words}`] as const),
];

export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const [single, setSingle] = useState(hasSingleKeys);
  return (
    <InfoDialog open={open} onClose={onClose} title="Keys">
      <dl className="keys">
        {keys.map(([name, does]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>
              {name.split(' ').map((part) => (
                <kbd key={part}>{part}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input
          type="checkbox"
          checked={single}
          onChange={(event) => {
            allowSingleKeys(event.target.checked);
            setSingle(event.target.checked);
          }}
        />
        Single keys do something (turn off when you use speech input)
      </label>
    </InfoDialog>
  );
}
