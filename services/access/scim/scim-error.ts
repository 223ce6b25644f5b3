import { HubError } from '../../../core/errors.ts';

/** @see https://www.rfc-editor.org/rfc/rfc7644#section-3.12 */
export type ScimType = 'invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue' | 'noTarget' | 'uniqueness';

const codes = { 400: 'invalid_request', 404: 'not_found', 409: 'conflict' } as const;

/** A refusal with what SCIM adds to it. */
export class ScimError extends HubError {
  readonly scimType: ScimType | undefined;

  constructor(status: keyof typeof codes, detail: string, scimType?: ScimType, options?: { cause?: unknown }) {
    super(codes[status], detail, options);
    this.scimType = scimType;
  }
}

export function scimNotFound(): ScimError {
  return new ScimError(404, 'There is no such resource.');
}
