import type { ReactNode } from 'react';
import type { CodeFormat } from '../model/code/code.ts';
import { Button } from './button.tsx';

const formats = [
  ['yaml', 'YAML'],
  ['json', 'JSON'],
] as const;

/** In which form a definition is shown as code. */
export function FormatSwitch({
  format,
  onChange,
}: {
  format: CodeFormat;
  onChange: (format: CodeFormat) => void;
}): ReactNode {
  return (
    <div className="switch" role="group" aria-label="Form of the code">
      {formats.map(([one, words]) => (
        <Button
          key={one}
          looks={['small', ...(one === format ? [] : ['quiet' as const])]}
          aria-pressed={one === format}
          onClick={() => onChange(one)}
        >
          {words}
        </Button>
      ))}
    </div>
  );
}

/** `Okta (prod)` → `okta-prod.yaml`: as an export calls the file. */
export function nameFile(name: string, format: CodeFormat): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return `${(plain.match(/[a-z0-9]+/g) ?? ['unnamed']).join('-').slice(0, 80)}.${format}`;
}
