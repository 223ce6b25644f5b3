import type { Getter } from '../core/path-readers.ts';

/** A field that a rule of the mapping writes, and how it is read of a mapped record. */
export interface MappedField {
  path: string;
  read: Getter;
}

/** What a page says of the fields that no record of the run has had a value for. */
export interface EmptyFields {
  /** Of the fields that were empty before, those that still are. */
  paths: string[];
  /** The run is one whose fields are watched from here on, where they are not yet. */
  begins: boolean;
  /** The step of a flow whose fields they are. Each is watched by itself. */
  step?: string | undefined;
}
