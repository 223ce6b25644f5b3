import type { FieldError } from '../../core/errors.ts';

/** A finding of comparing a definition with its schemas. */
export interface Finding extends FieldError {
  /** True if it can never work; false if it may fail for some records. */
  isError: boolean;
}
