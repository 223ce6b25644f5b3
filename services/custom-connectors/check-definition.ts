import { parseNewDefinition } from '../../connectors/kit/custom/compile-definition.ts';
import { type Definition, definitionBytesMax } from '../../connectors/kit/custom/definition.ts';
import { type FieldError, invalidRequest } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';

type Checked = { ok: true; definition: Definition } | { ok: false; problems: FieldError[] };

/** Lets only a definition go on that the hub can use. @throws {HubError} `invalid_request`, with paths into the body. */
export function checkDefinition(given: Record<string, unknown>): Definition {
  const checked = inspectDefinition(given);
  if (checked.ok) return checked.definition;
  throw invalidRequest(messages.customInvalid, checked.problems);
}

/** Finds everything that a definition is refused for, with paths into the body. */
export function inspectDefinition(given: Record<string, unknown>): Checked {
  if (Buffer.byteLength(JSON.stringify(given)) > definitionBytesMax) {
    const message = messages.customTooLarge({ bytesMax: definitionBytesMax });
    return { ok: false, problems: [{ path: 'definition', code: 'too_large', message }] };
  }
  const parsed = parseNewDefinition(given);
  return parsed.ok ? parsed : { ok: false, problems: parsed.problems.map(within) };
}

function within(problem: FieldError): FieldError {
  return { ...problem, path: problem.path === '' ? 'definition' : `definition.${problem.path}` };
}
