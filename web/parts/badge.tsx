import type { ReactNode } from 'react';
import { toStatus, type Tone } from '../model/status.ts';

export function StatusBadge({ status }: { status: string }): ReactNode {
  const { words, tone } = toStatus(status);
  return <Badge tone={tone}>{words}</Badge>;
}

export function Badge({ tone, children }: { tone: Tone; children: ReactNode }): ReactNode {
  return <span className={`badge tone-${tone}`}>{children}</span>;
}

/** Two letters in place of a logo: vendors' logos are theirs. */
export function Monogram({ name, small = false }: { name: string; small?: boolean }): ReactNode {
  const words = name.split(/[\s_-]+/).filter((word) => word !== '');
  const letters = words.length > 1 ? `${words[0]?.charAt(0)}${words[1]?.charAt(0)}` : name.slice(0, 2);
  return (
    <span className={small ? 'monogram small' : 'monogram'} aria-hidden="true">
      {letters.charAt(0).toUpperCase() + letters.slice(1)}
    </span>
  );
}
