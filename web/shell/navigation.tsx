import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import hubIcon from '../icons/hub.svg';
import { covers } from '../model/access/describe-scopes.ts';
import { IconButton } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { ApprovalCount } from './approval-count.tsx';
import { LazyMenu } from './lazy-menu.tsx';
import { OrganizationMenu } from './organization-menu.tsx';
import { leave } from './organizations.ts';
import { placeGroups, places } from './places.ts';
import { useMe } from './session.tsx';
import { chooseTheme, useTheme } from './theme.ts';

/** The way to every page, whose hub this is, and who is signed in. */
export function Navigation({
  onSearch,
  onHelp,
  onGo,
}: {
  onSearch: () => void;
  onHelp: () => void;
  onGo?: () => void;
}): ReactNode {
  const { scopes } = useMe();
  const seen = places.filter(({ scope }) => scope === 'any' || covers(scopes, scope));
  return (
    <aside className="side" aria-label="Navigation">
      <div className="brand">
        <img src={hubIcon} alt="" />
        <span>
          <strong>Integration hub</strong>
          <OrganizationMenu />
        </span>
      </div>
      <button type="button" className="seek" onClick={onSearch}>
        <Icon name="search" />
        <span>Search</span>
        <kbd>Ctrl K</kbd>
      </button>
      <nav className="nav" aria-label="Pages">
        {placeGroups.map((group) => (
          <Fragment key={group}>
            {seen.some((place) => place.group === group) && (
              <div className="nav-title" aria-hidden="true">
                {group}
              </div>
            )}
            {seen
              .filter((place) => place.group === group)
              .map(({ to, words, icon }) => (
                <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }} onClick={onGo}>
                  <Icon name={icon} />
                  {words}
                  {to === '/approvals' && <ApprovalCount />}
                </Link>
              ))}
          </Fragment>
        ))}
        <a href="/docs" target="_blank" rel="noreferrer">
          <Icon name="book" />
          API reference
        </a>
      </nav>
      <Foot onHelp={onHelp} onGo={onGo} />
    </aside>
  );
}

function Foot({ onHelp, onGo }: { onHelp: () => void; onGo: (() => void) | undefined }): ReactNode {
  const me = useMe();
  const theme = useTheme();
  const icon = theme === 'light' ? 'sun' : theme === 'dark' ? 'moon' : 'system';
  return (
    <div className="side-foot">
      <Link className="who" to="/profile" title="Your profile" onClick={onGo}>
        {me.name ?? me.id}
      </Link>
      <LazyMenu
        meanwhile={null}
        label="Colours"
        icon={icon}
        quiet
        entries={[
          { label: 'As the system', icon: 'system', onSelect: () => chooseTheme('system') },
          { label: 'Light', icon: 'sun', onSelect: () => chooseTheme('light') },
          { label: 'Dark', icon: 'moon', onSelect: () => chooseTheme('dark') },
        ]}
      />
      <IconButton label="Keys" icon="help" onClick={onHelp} />
      <IconButton label="Sign out" icon="leave" onClick={() => void leave()} />
    </div>
  );
}
