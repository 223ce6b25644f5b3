import { useCallback, useEffect, useState } from 'react';
import { useMe } from '../../shell/session.tsx';

/**
 * A text that outlives a reload of the page, in this tab and for this person. Definitions hold no secrets.
 *
 * @param initial What it begins with, where nothing is kept. `undefined`: there is none yet.
 */
export function useKeptText(
  name: string,
  initial: string | undefined,
): { text: string | undefined; setText: (text: string | undefined) => void; drop: () => void } {
  const key = `hub-connector ${useMe().id} ${name}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? initial);
  useEffect(() => {
    if (text === undefined || text === initial) sessionStorage.removeItem(key);
    else keep(key, text);
  }, [key, text, initial]);
  return { text, setText, drop: useCallback(() => sessionStorage.removeItem(key), [key]) };
}

function keep(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // The storage is full or off: the text lives as long as the page.
  }
}
