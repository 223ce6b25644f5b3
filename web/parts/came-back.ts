import type { RouterHistory } from '@tanstack/react-router';

let isBack = false;

/** Whether the page was reached by going back or forward, and not by a link. */
export function cameBack(): boolean {
  return isBack;
}

export function watchMoves(history: Pick<RouterHistory, 'subscribe'>): void {
  history.subscribe(({ action: { type } }) => {
    isBack = type !== 'PUSH' && type !== 'REPLACE';
  });
}
