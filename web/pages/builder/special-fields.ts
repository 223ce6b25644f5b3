import { createContext, type ReactNode, useContext } from 'react';
import type { JsonValue } from '../../model/json.ts';
import type { Path } from './model/paths.ts';

export interface FieldSpot {
  path: Path;
  schema: JsonValue;
  name: string;
  /** In place of words made of the name: what people named themselves is shown as it is. */
  label?: string;
  required: boolean;
}

/** Shows a member by an editor of its own, where it has one. */
export type ShowSpecial = (spot: FieldSpot) => ReactNode;

const Context = createContext<ShowSpecial>(() => undefined);
export const SpecialFieldsProvider = Context.Provider;

export function useSpecialFields(): ShowSpecial {
  return useContext(Context);
}
