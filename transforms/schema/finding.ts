import type { FieldError } from '../../core/errors.ts';

/** What a comparison of a definition with its schemas found. */
export interface Finding extends FieldError {
  /** It can never go well; otherwise it may. */
  isError: boolean;
}
