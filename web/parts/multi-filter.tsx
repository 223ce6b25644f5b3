import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import { popups } from './popups.ts';

/** Some of a few values; none chosen stands for all of them. */
export function MultiFilter<Value extends string>({
  label,
  values,
  options,
  onChange,
}: {
  label: string;
  values: readonly Value[];
  options: readonly (readonly [value: Value, words: string])[];
  onChange: (values: Value[]) => void;
}): ReactNode {
  const chosen = options.filter(([value]) => values.includes(value)).map(([, words]) => words);
  return (
    <Base.Root>
      <Base.Trigger className="button">
        {label}: {chosen.length === 0 ? 'all' : chosen.join(', ')}
        <Icon name="down" />
      </Base.Trigger>
      <Base.Portal container={popups}>
        <Base.Positioner sideOffset={6} align="start" style={{ zIndex: 9 }}>
          <Base.Popup className="menu">
            {options.map(([value, words]) => (
              <Base.CheckboxItem
                key={value}
                className="menu-item"
                checked={values.includes(value)}
                closeOnClick={false}
                onCheckedChange={(isChosen) =>
                  // In the order in which they are offered, so that the same choice has one address.
                  onChange(
                    options
                      .map(([option]) => option)
                      .filter((option) => (option === value ? isChosen : values.includes(option))),
                  )
                }
              >
                <span className="check-mark">
                  <Base.CheckboxItemIndicator>
                    <Icon name="check" />
                  </Base.CheckboxItemIndicator>
                </span>
                {words}
              </Base.CheckboxItem>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
