import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { applyCompletion, type Completion, type FormulaName } from './model/complete-formula.ts';

const none: Completion = { from: 0, options: [] };

interface SuggestFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** @param asked Somebody asks for the names, in place of having written the beginning of one. */
  complete: (text: string, caret: number, asked: boolean) => Completion;
  label: string;
  describedBy?: string | undefined;
  invalid: boolean;
  placeholder?: string;
  /** Enter makes a new line while the list is closed. */
  lines?: boolean;
}

/**
 * A text in which names are completed: of a path, or in a formula. The list opens while something is written and with
 * Ctrl Space; arrows choose, Enter or Tab takes, Escape closes it. With the list closed, Tab leaves the field.
 */
export function SuggestField(props: SuggestFieldProps): ReactNode {
  const { value, onChange, label, describedBy, invalid, placeholder } = props;
  const listId = useId();
  const { field, options, chosen, open, close, take, press } = useCompletion(props);
  const isOpen = options.length > 0;
  return (
    <div className="suggest">
      <textarea
        ref={field}
        className="input"
        rows={1}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        aria-label={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${chosen}` : undefined}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        placeholder={placeholder}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          open(event.target.value, event.target.selectionStart, false);
        }}
        onClick={() => value === '' && open('', 0, true)}
        onBlur={close}
        onKeyDown={press}
      />
      {isOpen && <Options id={listId} options={options} chosen={chosen} onTake={take} />}
    </div>
  );
}

function useCompletion({ value, onChange, complete, lines = false }: SuggestFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [completion, setCompletion] = useState(none);
  const [chosen, setChosen] = useState(0);
  const { options } = completion;
  const isOpen = options.length > 0;
  const close = (): void => setCompletion(none);
  const open = (text: string, caret: number, asked: boolean): void => {
    setCompletion(complete(text, caret, asked));
    setChosen(0);
  };
  const take = (option: FormulaName): void => {
    const caret = field.current?.selectionStart ?? value.length;
    const whole = { text: option.name, caret: option.name.length };
    const next = lines ? applyCompletion(value, caret, completion, option) : whole;
    onChange(next.text);
    close();
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const option = options[chosen];
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      open(value, event.currentTarget.selectionStart, true);
    } else if (isOpen && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      setChosen((at) => (at + (event.key === 'ArrowDown' ? 1 : options.length - 1)) % options.length);
    } else if (isOpen && option !== undefined && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault();
      take(option);
    } else if (isOpen && event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && !lines) event.preventDefault();
  };
  return { field, options, chosen, open, close, take, press };
}

function Options({
  id,
  options,
  chosen,
  onTake,
}: {
  id: string;
  options: readonly FormulaName[];
  chosen: number;
  onTake: (option: FormulaName) => void;
}): ReactNode {
  return (
    <div className="suggestions">
      <div className="options" id={id} role="listbox" aria-label="Names">
        {options.map((option, index) => (
          <div
            key={`${option.kind} ${option.name}`}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
            ref={index === chosen ? show : undefined}
            // The focus stays in the field, whose keys move the choice.
            onMouseDown={(event) => {
              event.preventDefault();
              onTake(option);
            }}
          >
            <code>{option.name}</code>
            <small>{option.kind === 'field' ? option.detail : 'function'}</small>
            {option.help !== '' && <small className="help">{option.help}</small>}
          </div>
        ))}
      </div>
      {options[chosen]?.kind === 'function' && <p className="signature">{options[chosen]?.detail}</p>}
    </div>
  );
}

function show(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
