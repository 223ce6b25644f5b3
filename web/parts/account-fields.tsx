import { type ReactNode, useMemo, useState } from 'react';
import { Choice } from './choice.tsx';
import type { Column } from './data-list.tsx';
import { SelectFilter, withChosen } from './fields.tsx';
import {
  type AccountOptions,
  useAccountNames,
  useAccountOptions,
  useAccounts,
  useTellsAccounts,
} from './use-accounts.ts';

interface Chosen extends AccountOptions {
  /** Absent: none is chosen. */
  chosen: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/** What a form knows of the account that something is to belong to. */
export interface AccountChoice extends Chosen {
  /** As inputs of the API take it. */
  input: { account_id?: string };
}

/** Who may for one account only has chosen it already. @param scope That making it asks for. */
export function useAccountChoice(scope: string): AccountChoice {
  const options = useAccountOptions(scope);
  const [picked, onChoose] = useState<string>();
  const [only, ...others] = options.accounts;
  const chosen = picked ?? (options.isRequired && others.length === 0 ? only?.id : undefined);
  return { ...options, chosen, onChoose, input: chosen === undefined ? {} : { account_id: chosen } };
}

/** The account that something is to belong to. Nothing where the organization has none. */
export function AccountField({
  choice: { accounts, isRequired, chosen, onChoose },
  wrong,
}: {
  choice: Chosen;
  wrong: string | undefined;
}): ReactNode {
  if (accounts.length === 0 && !isRequired) return null;
  const named = accounts.map(({ id, name }) => [id, name] as const);
  return (
    <Choice
      label="Account"
      help={
        isRequired
          ? 'You may make it for these accounts.'
          : 'Whose it is. People who are limited to other accounts do not see it.'
      }
      value={chosen ?? ''}
      options={isRequired ? named : [['', 'None'], ...named]}
      onChange={(id) => onChoose(id === '' ? undefined : id)}
      wrong={wrong}
      required={isRequired}
    />
  );
}

/** What belongs to one account. Nothing where that would be all, or nothing. @param scope That the list asks for. */
export function AccountFilter({
  scope,
  value,
  onChange,
}: {
  scope: string;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
}): ReactNode {
  const accounts = useAccounts();
  const isShown = useTellsAccounts(scope);
  if (!isShown && value === undefined) return null;
  return (
    <SelectFilter
      label="Account"
      value={value}
      options={withChosen(
        accounts.map(({ id, name }) => [id, name] as const),
        value,
      )}
      onChange={onChange}
    />
  );
}

/** A column that says what belongs to which account; none where that goes without saying. @param scope That the list asks for. */
export function useAccountColumns<Item extends { account_id?: string }>(scope: string): readonly Column<Item>[] {
  const names = useAccountNames();
  const isShown = useTellsAccounts(scope);
  return useMemo(
    () =>
      isShown
        ? [
            {
              title: 'Account',
              looks: ['fit', 'wide'],
              show: ({ account_id: id }) => (
                <span className="soft">{id === undefined ? '–' : (names.get(id) ?? id)}</span>
              ),
            },
          ]
        : [],
    [names, isShown],
  );
}

/** The name of an account; its id while that is not known. */
export function AccountText({ id }: { id: string }): ReactNode {
  return useAccountNames().get(id) ?? id;
}
