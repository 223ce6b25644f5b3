import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { places } from './places.ts';

const key = 'hub-single-keys';

/** Single keys can be turned off, for who speaks to the computer. @see https://www.w3.org/TR/WCAG22/#character-key-shortcuts */
export function hasSingleKeys(): boolean {
  return localStorage.getItem(key) !== 'off';
}

export function allowSingleKeys(allowed: boolean): void {
  localStorage.setItem(key, allowed ? 'on' : 'off');
}

const togetherMs = 1200;

/** Keys that work on every page: the palette, going to places, the filter, rows, help. */
export function useShortcuts({ openPalette, openHelp }: { openPalette: () => void; openHelp: () => void }): void {
  const navigate = useNavigate();
  useEffect(() => {
    let goneAt = 0;
    const press = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || !hasSingleKeys() || isTyping(event.target)) return;
      if (Date.now() - goneAt < togetherMs) {
        goneAt = 0;
        const place = places.find(({ shortcut }) => shortcut === event.key);
        if (place !== undefined) void navigate({ to: place.to });
        return;
      }
      if (event.key === 'g') goneAt = Date.now();
      else if (event.key === '?') openHelp();
      else if (event.key === '/') focusFilter(event);
      else if (event.key === 'j') moveRow(1);
      else if (event.key === 'k') moveRow(-1);
      else if (event.key === 'x') selectRow();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [navigate, openPalette, openHelp]);
}

/** What letters are written into, or choose by. A box that is ticked takes none. */
const written = 'input:not([type="checkbox"]), textarea, select, [contenteditable]';

function isTyping(target: EventTarget | null): boolean {
  // A message that an act was done is a dialog as well, and is in nobody's way.
  const over = document.querySelector('[role="dialog"]:not(.toast), [role="alertdialog"]:not(.toast), [role="menu"]');
  if (over !== null) return true;
  return target instanceof HTMLElement && target.closest(written) !== null;
}

function focusFilter(event: KeyboardEvent): void {
  const filter = document.querySelector<HTMLElement>('[data-filter]');
  if (filter === null) return;
  event.preventDefault();
  filter.focus();
}

/** Chooses the row that the focus is in, where rows can be chosen. */
function selectRow(): void {
  document.activeElement?.closest('tr')?.querySelector<HTMLElement>('.select-box input')?.click();
}

function moveRow(by: number): void {
  const active = document.activeElement;
  if (active?.matches('.row-link') !== true || isSeen(active)) {
    focusRow(by);
    return;
  }
  comeNear(active, () => focusRow(by));
}

/** Of a long list, only the rows near to what is seen are there: those beside it come with the next frame. */
function comeNear(element: Element, then: () => void): void {
  element.scrollIntoView({ block: 'center' });
  requestAnimationFrame(() => requestAnimationFrame(then));
}

function isSeen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** A machine that is busy draws the rows that come a little later. */
const lookMax = 5;

function focusRow(by: number, looks = 1): void {
  const links = [...document.querySelectorAll<HTMLElement>('.row-link')];
  // The focus may be beside the link as well, such as in the box that chooses its row.
  const active = document.activeElement;
  const own = active?.closest('tr')?.querySelector('.row-link') ?? active;
  const at = links.findIndex((link) => link === own);
  if (own !== null && at !== -1 && links[at + by] === undefined && looks < lookMax && goesOn(own, by)) {
    comeNear(own, () => focusRow(by, looks + 1));
    return;
  }
  links[Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
}

/** Whether the list has rows there that are not drawn. */
function goesOn(link: Element, by: number): boolean {
  const row = Number(link.closest('tr')?.getAttribute('aria-rowindex') ?? Number.NaN);
  const rows = Number(link.closest('table')?.getAttribute('aria-rowcount') ?? Number.NaN);
  // The first row is that of the titles.
  return row + by > 1 && row + by <= rows;
}
