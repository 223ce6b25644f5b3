import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { SearchHit } from '../../client/operations.data.ts';
import { ask } from '../hub.ts';
import { covers } from '../model/access/describe-scopes.ts';
import { readCommand, type Verb, verbs } from '../model/bulk/read-command.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { popups } from '../parts/popups.ts';
import { enterOrganization, useOrganizations } from './organizations.ts';
import { places } from './places.ts';
import { useMe } from './session.tsx';
import { chooseTheme } from './theme.ts';
import { useQuery } from '../parts/use-query.ts';

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
  const entries = useEntries(text, setText, onClose);
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
        // What the hub found by the text stays, whatever of it matches.
        entry.id === wanted ||
        hitNotes.has(entry.note) ||
        `${entry.words} ${entry.note}`.toLowerCase().includes(readCommand(wanted).rest.toLowerCase())
      }
    >
      <Autocomplete.Input className="palette-input" placeholder="Go to, or search by name or id…" aria-label="Search" />
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

const verbWords: Readonly<Record<Verb, string>> = {
  run: 'Run',
  pause: 'Pause',
  resume: 'Resume',
  activate: 'Activate',
  edit: 'Edit',
};
const verbIcons: Readonly<Record<Verb, IconName>> = {
  run: 'play',
  pause: 'pause',
  resume: 'play',
  activate: 'check',
  edit: 'edit',
};
const verbScopes: Readonly<Record<Verb, string>> = {
  run: 'integrations:execute',
  pause: 'workflows:write',
  resume: 'workflows:write',
  activate: 'integrations:write',
  edit: 'integrations:write',
};

const deedNote = 'Act on an integration';
const traceNote = 'By its key';
const hitNotes: ReadonlySet<string> = new Set([
  'Integration',
  'Connection',
  'Run',
  'Calendar',
  'Webhook endpoint',
  deedNote,
  traceNote,
]);

const settleMs = 150;

/** A text once the typing rests. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

function useEntries(text: string, setText: (text: string) => void, onClose: () => void): Entry[] {
  const navigate = useNavigate();
  const { scopes, email } = useMe();
  const organizations = useOrganizations();
  const { verb, rest: q } = readCommand(useSettled(text));
  const found = useQuery({
    ...ask('search', { query: { q } }),
    enabled: q !== '' && covers(scopes, 'integrations:read'),
    placeholderData: (before) => before,
  });
  return useMemo(() => {
    const then = (go: () => unknown) => () => {
      onClose();
      void go();
    };
    const hits = q === '' ? [] : (found.data?.data ?? []);
    // What was asked for comes first.
    const deeds = hits.flatMap((hit): Entry[] => {
      if (verb === undefined || hit.kind !== 'integration' || !covers(scopes, verbScopes[verb])) return [];
      const go = then(async () => (await import('./palette-acts.ts')).doTo(verb, hit, navigate));
      return [
        { id: `${verb} ${hit.id}`, words: `${verbWords[verb]} ${hit.name}`, note: deedNote, icon: verbIcons[verb], go },
      ];
    });
    return [
      ...deeds,
      ...hits.flatMap((hit): Entry[] => {
        const place = hitPlaces[hit.kind];
        if (place === undefined) return [];
        const { to, icon, note } = place;
        const go = then(() => navigate({ to, params: { id: hit.id } }));
        return [{ id: hit.id, words: hit.name, note, icon, go }];
      }),
      ...places
        .filter(({ scope }) => scope === 'any' || covers(scopes, scope))
        .map(({ to, words, icon }): Entry => ({ id: to, words, note: 'Page', icon, go: then(() => navigate({ to })) })),
      ...verbs
        .filter((one) => covers(scopes, verbScopes[one]))
        .map((one): Entry => ({
          id: `begin ${one}`,
          words: `${verbWords[one]} an integration…`,
          note: 'Act',
          icon: verbIcons[one],
          go: () => setText(`${one} `),
        })),
      ...(covers(scopes, 'connections:write')
        ? [
            {
              id: 'new-connection',
              words: 'Connect a system',
              note: 'Act',
              icon: 'plus' as const,
              go: then(() => navigate({ to: '/connections/new' })),
            },
          ]
        : []),
      ...organizations
        .filter(({ current }) => !current)
        .map((one): Entry => {
          const go = then(() => enterOrganization(one, email));
          return { id: one.id, words: `Switch to ${one.name}`, note: 'Organization', icon: 'accounts', go };
        }),
      ...listThemes(then),
      // Any text may be a key: what has the text as its name comes before.
      ...(covers(scopes, 'records:read')
        ? [
            {
              id: 'trace',
              words: q === '' ? 'Trace a record' : `Trace the record ${q}`,
              note: q === '' ? 'Act' : traceNote,
              icon: 'search' as const,
              go: then(() => navigate({ to: '/trace', search: q === '' ? {} : { key: q } })),
            },
          ]
        : []),
    ];
  }, [q, verb, scopes, email, organizations, found.data, navigate, setText, onClose]);
}

function listThemes(then: (go: () => unknown) => () => void): Entry[] {
  return (['light', 'dark', 'system'] as const).map((theme): Entry => ({
    id: `theme-${theme}`,
    words: theme === 'system' ? 'Light or dark as the system' : `${theme === 'light' ? 'Light' : 'Dark'} colours`,
    note: 'Setting',
    icon: theme === 'light' ? 'sun' : theme === 'dark' ? 'moon' : 'system',
    go: then(() => chooseTheme(theme)),
  }));
}

/** Where what was found is shown; what has no page of its own is left out. */
const hitPlaces: Partial<Record<SearchHit['kind'], { to: HitPage; icon: IconName; note: string }>> = {
  integration: { to: '/integrations/$id', icon: 'integrations', note: 'Integration' },
  connection: { to: '/connections/$id', icon: 'connections', note: 'Connection' },
  calendar: { to: '/calendars/$id', icon: 'calendars', note: 'Calendar' },
  run: { to: '/runs/$id', icon: 'runs', note: 'Run' },
  webhook_endpoint: { to: '/webhooks/$id', icon: 'webhooks', note: 'Webhook endpoint' },
};

type HitPage = '/integrations/$id' | '/connections/$id' | '/runs/$id' | '/calendars/$id' | '/webhooks/$id';
