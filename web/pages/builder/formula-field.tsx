import { type ReactNode, useCallback, useId } from 'react';
import { useFindings } from './builder-context.ts';
import { FindingList } from './finding-list.tsx';
import { completeFormula, completePath } from './model/complete-formula.ts';
import type { Path } from './model/paths.ts';
import { useNames } from './names.ts';
import { SuggestField } from './suggest-field.tsx';

interface NameFieldProps {
  path: Path;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A formula: completed by the names that hold where it stands, checked by the hub while it is written. */
export function FormulaField({
  path,
  label,
  value,
  onChange,
  example = "first_name + ' ' + last_name",
}: NameFieldProps & { example?: string }): ReactNode {
  const names = useNames(path);
  const complete = useCallback(
    (text: string, caret: number, asked: boolean) => {
      const completion = completeFormula(text, caret, names);
      return asked || completion.from < caret ? completion : { ...completion, options: [] };
    },
    [names],
  );
  const findings = useFindings(path);
  const notes = useId();
  return (
    <>
      <SuggestField
        value={value}
        onChange={onChange}
        complete={complete}
        label={label}
        describedBy={findings.length > 0 ? notes : undefined}
        invalid={findings.some(({ isError }) => isError)}
        placeholder={example}
        lines
      />
      <FindingList findings={findings} id={notes} />
    </>
  );
}

/** The path of one field of the source. */
export function PathField({ path, label, value, onChange }: NameFieldProps): ReactNode {
  const names = useNames(path);
  const complete = useCallback((text: string) => completePath(text, names), [names]);
  const findings = useFindings(path);
  const notes = useId();
  return (
    <>
      <SuggestField
        value={value}
        onChange={onChange}
        complete={complete}
        label={label}
        describedBy={findings.length > 0 ? notes : undefined}
        invalid={findings.some(({ isError }) => isError)}
        placeholder="Choose a field"
      />
      <FindingList findings={findings} id={notes} />
    </>
  );
}
