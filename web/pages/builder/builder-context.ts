import { createContext, useContext, useEffect, useState } from 'react';
import type { Connection, IntegrationValidation } from '../../../client/operations.data.ts';
import { hub } from '../../hub.ts';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import { parsePath, type Path, startsWith } from './model/paths.ts';
import type { Schemas } from './model/schema.ts';
import { useQuery } from '../../parts/use-query.ts';

/** Something that is wrong, or probably not meant, at one place of the definition. */
export interface Finding {
  path: Path;
  isError: boolean;
  message: string;
  /** Values that would be right, if there are few. */
  allowed: readonly string[];
}

/** What every part of the builder works with. */
export interface BuilderTools {
  id: string;
  definition: JsonObject;
  schemas: Schemas;
  connections: readonly Connection[];
  findings: readonly Finding[];
  change: (path: Path, value: JsonValue | undefined) => void;
  replace: (definition: JsonObject) => void;
}

const Tools = createContext<BuilderTools | undefined>(undefined);
export const BuilderProvider = Tools.Provider;

export function useBuilder(): BuilderTools {
  const tools = useContext(Tools);
  if (tools === undefined) throw new Error('Parts of the builder are shown within it.');
  return tools;
}

/** What was found at a member; with `below`, within it as well. */
export function useFindings(path: Path, below = false): readonly Finding[] {
  const { findings } = useBuilder();
  return findings.filter((finding) => startsWith(finding.path, path) && (below || finding.path.length === path.length));
}

/** A value once it rests: questions to the hub are not asked at each key. */
export function useRested<Value>(value: Value, restMs: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return rested;
}

const restMs = 150;

/** What the hub says of a definition. */
export interface Validated {
  definition: JsonObject;
  validation: IntegrationValidation;
}

/** What the hub says of the definition, once typing rests. The last answer stays until the next one is there. */
export function useValidation(id: string, definition: JsonObject): Validated | undefined {
  const rested = useRested(definition, restMs);
  const found = useQuery({
    queryKey: ['validateIntegration', id, rested],
    queryFn: async ({ signal }): Promise<Validated> => {
      const body = { definition: rested };
      const answer = await hub.request('validateIntegration', { params: { id }, body }, { signal });
      return { definition: rested, validation: answer.data };
    },
    placeholderData: (before) => before,
    staleTime: Infinity,
    gcTime: 60_000,
  });
  return found.data;
}

export function toFindings(validation: IntegrationValidation | undefined): Finding[] {
  if (validation === undefined) return [];
  const { errors, warnings } = validation;
  const toFinding =
    (isError: boolean) =>
    ({ path, message, allowed = [] }: IntegrationValidation['errors'][number]): Finding => ({
      path: parsePath(path),
      isError,
      message,
      allowed,
    });
  return [...errors.map(toFinding(true)), ...warnings.map(toFinding(false))];
}
