import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
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
  /** Made for the text: it stays, whatever of the text is in its words. */
  isFound?: true;
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
  const { entries, isAnswered } = useEntries(text, setText, onClose);
  const hold = useHeldEnter(text, isAnswered ? entries : undefined);
  return (
    <Autocomplete.Root
      items={entries}
      inline
      open
      value={text}
      onValueChange={setText}
      itemToStringValue={(entry: Entry) => entry.words}
      autoHighlight="always"
      filter={null}
    >
      <Autocomplete.Input
        className="palette-input"
        placeholder="Go to, or search by name or id…"
        aria-label="Search"
        onKeyDown={hold}
      />
      <div className="palette-list" aria-busy={!isAnswered}>
        <Autocomplete.Empty className="palette-empty">
          {isAnswered ? 'Nothing has this name.' : 'Searching…'}
        </Autocomplete.Empty>
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

/**
 * Until the hub has answered to the text as it stands, what it finds may still come first: Enter waits for that, and the arrows
 * have nothing to choose from yet.
 *
 * @param entries Absent until the answer is there.
 */
function useHeldEnter(text: string, entries: readonly Entry[] | undefined): (event: HeldKey) => void {
  const heldFor = useRef<string>(undefined);
  useEffect(() => {
    const isMeant = heldFor.current === text;
    if (isMeant && entries === undefined) return;
    heldFor.current = undefined;
    if (isMeant) entries?.[0]?.go();
  }, [text, entries]);
  return (event) => {
    if (entries !== undefined || event.nativeEvent.isComposing || !heldKeys.has(event.key)) return;
    event.preventBaseUIHandler();
    event.preventDefault();
    if (event.key === 'Enter') heldFor.current = text;
  };
}

type HeldKey = Parameters<NonNullable<Autocomplete.Input.Props['onKeyDown']>>[0];

const heldKeys: ReadonlySet<string> = new Set(['Enter', 'ArrowDown', 'ArrowUp']);

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

/** What the text leads to. What the hub found for an earlier text is no part of it. */
function useEntries(
  text: string,
  setText: (text: string) => void,
  onClose: () => void,
): { entries: Entry[]; isAnswered: boolean } {
  const navigate = useNavigate();
  const { scopes, email } = useMe();
  const organizations = useOrganizations();
  const { verb, rest: q } = readCommand(text);
  const settled = readCommand(useSettled(text)).rest;
  const maySearch = covers(scopes, 'integrations:read');
  const found = useQuery({
    ...ask('search', { query: { q: settled } }),
    enabled: settled !== '' && maySearch,
  });
  const isAnswered = q === '' || !maySearch || (settled === q && !found.isPending);
  const answer = isAnswered && q !== '' ? found.data?.data : undefined;
  const entries = useMemo(() => {
    const then = (go: () => unknown) => () => {
      onClose();
      void go();
    };
    const all: Entry[] = [
      ...listFound(answer ?? [], verb !== undefined && covers(scopes, verbScopes[verb]) ? verb : undefined, {
        act: (one, hit) => then(async () => (await import('./palette-acts.ts')).doTo(one, hit, navigate)),
        open: (to, hit) => then(() => navigate({ to, params: { id: hit.id } })),
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
              note: q === '' ? 'Act' : 'By its key',
              icon: 'search' as const,
              ...(q !== '' && { isFound: true as const }),
              go: then(() => navigate({ to: '/trace', search: q === '' ? {} : { key: q } })),
            },
          ]
        : []),
    ];
    const wanted = q.toLowerCase();
    return all.filter(({ isFound, words, note }) => isFound || `${words} ${note}`.toLowerCase().includes(wanted));
  }, [q, verb, scopes, email, organizations, answer, navigate, setText, onClose]);
  return { entries, isAnswered };
}

/** What the hub found, what was asked for with it first. */
function listFound(
  hits: readonly SearchHit[],
  verb: Verb | undefined,
  ways: { act: (verb: Verb, hit: SearchHit) => () => void; open: (to: HitPage, hit: SearchHit) => () => void },
): Entry[] {
  const deeds = hits.flatMap((hit): Entry[] => {
    if (verb === undefined || hit.kind !== 'integration') return [];
    const words = `${verbWords[verb]} ${hit.name}`;
    const go = ways.act(verb, hit);
    return [
      { id: `${verb} ${hit.id}`, words, note: 'Act on an integration', icon: verbIcons[verb], isFound: true, go },
    ];
  });
  const opened = hits.flatMap((hit): Entry[] => {
    const place = hitPlaces[hit.kind];
    if (place === undefined) return [];
    const { to, icon, note } = place;
    return [{ id: hit.id, words: hit.name, note, icon, isFound: true, go: ways.open(to, hit) }];
  });
  return [...deeds, ...opened];
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
