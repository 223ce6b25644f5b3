import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { ask } from '../hub.ts';
import { covers } from '../model/describe-scopes.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { popups } from '../parts/popups.ts';
import { places } from './places.ts';
import { useMe } from './session.tsx';
import { chooseTheme } from './theme.ts';

interface Entry {
  id: string;
  words: string;
  note: string;
  icon: IconName;
  go: () => void;
}

/** Everything by name: places, integrations, connections, runs by their id, and what can be set. */
export function Palette({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal container={popups}>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog palette" aria-label="Go to and search">
          <PaletteList onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteList({ onClose }: { onClose: () => void }): ReactNode {
  const [text, setText] = useState('');
  const entries = useEntries(text, onClose);
  return (
    <Autocomplete.Root
      items={entries}
      inline
      open
      value={text}
      onValueChange={setText}
      itemToStringValue={(entry: Entry) => entry.words}
      autoHighlight="always"
      filter={(entry: Entry, wanted: string) =>
        entry.id === wanted || `${entry.words} ${entry.note}`.toLowerCase().includes(wanted.trim().toLowerCase())
      }
    >
      <Autocomplete.Input
        className="palette-input"
        placeholder="Go to, or search by name or id …"
        aria-label="Search"
      />
      <div className="palette-list">
        <Autocomplete.Empty className="palette-empty">Nothing has this name.</Autocomplete.Empty>
        <Autocomplete.List>
          {(entry: Entry) => (
            <Autocomplete.Item key={entry.id} value={entry} className="menu-item" onClick={entry.go}>
              <Icon name={entry.icon} />
              <span>
                {entry.words} <small style={{ display: 'inline' }}>{entry.note}</small>
              </span>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  );
}

function useEntries(text: string, onClose: () => void): Entry[] {
  const navigate = useNavigate();
  const { scopes } = useMe();
  const integrations = useQuery({
    ...ask('listIntegrations', { query: { per_page: 100 } }),
    enabled: covers(scopes, 'integrations:read'),
  });
  const connections = useQuery({
    ...ask('listConnections', { query: { per_page: 100 } }),
    enabled: covers(scopes, 'connections:read'),
  });
  return useMemo(() => {
    const then = (go: () => unknown) => () => {
      onClose();
      void go();
    };
    const id = text.trim();
    const runs: Entry[] = /^run_\w+$/.test(id)
      ? [{ id, words: id, note: 'Run', icon: 'runs', go: then(() => navigate({ to: '/runs/$id', params: { id } })) }]
      : [];
    return [
      ...runs,
      ...places
        .filter(({ scope }) => scope === 'any' || covers(scopes, scope))
        .map(({ to, words, icon }): Entry => ({ id: to, words, note: 'Page', icon, go: then(() => navigate({ to })) })),
      ...(integrations.data?.data ?? []).map((found): Entry => ({
        id: found.id,
        words: found.name,
        note: 'Integration',
        icon: 'integrations',
        go: then(() => navigate({ to: '/integrations/$id', params: { id: found.id } })),
      })),
      ...(connections.data?.data ?? []).map((found): Entry => ({
        id: found.id,
        words: found.name,
        note: 'Connection',
        icon: 'connections',
        go: then(() => navigate({ to: '/connections/$id', params: { id: found.id } })),
      })),
      {
        id: 'new-connection',
        words: 'Connect a system',
        note: 'Act',
        icon: 'plus',
        go: then(() => navigate({ to: '/connections/new' })),
      },
      ...(['light', 'dark', 'system'] as const).map((theme): Entry => ({
        id: `theme-${theme}`,
        words: theme === 'system' ? 'Light or dark as the system' : `${theme === 'light' ? 'Light' : 'Dark'} colours`,
        note: 'Setting',
        icon: theme === 'light' ? 'sun' : theme === 'dark' ? 'moon' : 'system',
        go: then(() => chooseTheme(theme)),
      })),
    ];
  }, [text, scopes, integrations.data, connections.data, navigate, onClose]);
}
