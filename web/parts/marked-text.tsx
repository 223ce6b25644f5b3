import type { ReactNode } from 'react';

/** A sentence of the hub, whose backquotes mark names and values. */
export function MarkedText({ text }: { text: string }): ReactNode {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
}
