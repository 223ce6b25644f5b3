/** How an operation is called. */
export interface OperationFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its parameters in braces: `/accounts/{id}`. */
  readonly path: `/${string}`;
  /** It has an effect, which an `Idempotency-Key` keeps to one. */
  readonly keyed?: boolean;
  /** The list goes on after an id, so that new records cannot shift it. */
  readonly cursor?: boolean;
}
