import { parseDefinition } from '../../connectors/kit/custom/compile-definition.ts';
import { type Definition, definitionBytesMax } from '../../connectors/kit/custom/definition.ts';
import { type FieldError, invalidRequest } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';

/** Lets only a definition go on that the hub can use. @throws {HubError} `invalid_request`, with paths into the body. */
export function checkDefinition(given: Record<string, unknown>): Definition {
  if (Buffer.byteLength(JSON.stringify(given)) > definitionBytesMax) {
    const message = messages.customTooLarge({ bytesMax: definitionBytesMax });
    throw invalidRequest(messages.customInvalid, [{ path: 'definition', code: 'too_large', message }]);
  }
  const parsed = parseDefinition(given);
  if (parsed.ok) return parsed.definition;
  throw invalidRequest(messages.customInvalid, parsed.problems.map(within));
}

function within(problem: FieldError): FieldError {
  return { ...problem, path: problem.path === '' ? 'definition' : `definition.${problem.path}` };
}
