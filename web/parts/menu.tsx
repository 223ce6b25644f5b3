import { Menu as Base } from '@base-ui/react/menu';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { popups } from './popups.ts';

export interface MenuEntry {
  label: string;
  icon?: IconName;
  danger?: boolean;
  onSelect: () => void;
}

/** A button that opens a list of acts. */
export function Menu({
  label,
  icon,
  quiet = false,
  about,
  looks,
  entries,
}: {
  label: string;
  icon?: IconName;
  /** Without a frame, where many stand side by side. */
  quiet?: boolean;
  /** Follows the words of the button for who cannot see what stands around it. */
  about?: string;
  /** In place of those of a button. */
  looks?: string;
  entries: readonly MenuEntry[];
}): ReactNode {
  const onlyIcon = icon !== undefined;
  return (
    <Base.Root>
      <Base.Trigger
        className={looks ?? (onlyIcon ? `button square${quiet ? ' quiet' : ''}` : 'button')}
        {...(onlyIcon ? { 'aria-label': label, title: label } : {})}
      >
        {onlyIcon ? (
          <Icon name={icon} />
        ) : (
          <>
            {label}
            {about !== undefined && <span className="hidden-text">: {about}</span>}
            <Icon name="down" />
          </>
        )}
      </Base.Trigger>
      <Base.Portal container={popups}>
        <Base.Positioner sideOffset={6} align="end" style={{ zIndex: 9 }}>
          <Base.Popup className="menu">
            {entries.map((entry) => (
              <Base.Item
                key={entry.label}
                className={entry.danger === true ? 'menu-item danger' : 'menu-item'}
                onClick={entry.onSelect}
              >
                {entry.icon !== undefined && <Icon name={entry.icon} />}
                {entry.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
