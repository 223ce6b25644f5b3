import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** How messages name an integration: `"People to the directory" (int_…)`. */
const named = /"([^"]+)" \((int_[0-9a-z]{26})\)/g;

/** A sentence of the hub, whose backquotes mark names and values. Integrations that it names are led to. */
export function MarkedText({ text }: { text: string }): ReactNode {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? <NamedText key={index} text={part} /> : <code key={index}>{part}</code>));
}

function NamedText({ text }: { text: string }): ReactNode {
  // What is captured stands between what is not: text, name, id, text, …
  return text.split(named).map((part, index, parts) => {
    if (index % 3 === 0) return part;
    const id = parts[index + 1] ?? '';
    return (
      index % 3 === 1 && (
        <Link key={index} className="among-words" to="/integrations/$id" params={{ id }}>
          {part}
        </Link>
      )
    );
  });
}
