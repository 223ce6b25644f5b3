import { z } from 'zod';
import { definitionBytesMax, objectsMax } from '../../connectors/kit/custom/definition.ts';
import { parseNewDefinition } from '../../connectors/kit/custom/compile-definition.ts';
import { type FieldError, HubError, invalidRequest } from '../../core/errors.ts';
import { messages } from '../../core/messages.ts';
import { draftApart, type DraftOutcome } from '../../drafts/index.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireScope } from '../shared/scopes.ts';
import { definitionMember } from './custom-connector.ts';

export const draftConnectorInput = z
  .strictObject({
    document: z
      .string()
      .min(1)
      .meta({
        description:
          'A description of the API by OpenAPI 3 or Swagger 2, as JSON or YAML. Nothing that it refers to is fetched.',
        examples: ['openapi: 3.1.0'],
      }),
    lists: z
      .array(z.string().min(1).max(500))
      .min(1)
      .max(objectsMax)
      .optional()
      .meta({ description: 'Paths of the lists to draft. Default: as many as fit.', examples: [['/v1/tickets']] }),
    parameters: z
      .record(
        z.string().min(1).max(100),
        z.string().regex(/^[A-Za-z0-9_~-][A-Za-z0-9._~-]{0,99}$/, messages.draftParameterInvalid),
      )
      .optional()
      .meta({
        description: 'Values of parameters in paths that are the same for all requests.',
        examples: [{ tenant: 'acme' }],
      }),
  })
  .meta({ id: 'ConnectorDraftInput' });

export const connectorFinding = z.object({
  path: z.string().meta({ description: 'Into the definition.' }),
  code: z.string(),
  message: z.string(),
  allowed: z.array(z.string()).optional().meta({ description: 'What would have been accepted, where that is little.' }),
});

export const connectorDraftRecord = z
  .object({
    definition: definitionMember,
    findings: z.array(connectorFinding).meta({ description: 'What the document does not tell, and what was guessed.' }),
  })
  .meta({ id: 'ConnectorDraft' });

/**
 * Drafts a definition from a description of an API. Nothing is stored, and no system is called.
 *
 * @throws {HubError} `invalid_request` for a document that cannot be read, has no lists, or not those that are asked for; `service_unavailable` while others
 *   are being read, or where the machine has no time for it.
 */
export async function draftConnector({
  ctx,
  input: { document: text, lists, parameters },
}: {
  ctx: ServiceContext;
  input: z.infer<typeof draftConnectorInput>;
}): Promise<z.infer<typeof connectorDraftRecord>> {
  requireScope(ctx, 'connectors:write');
  const wishes = { lists, parameters, objectsMax, bytesMax: definitionBytesMax };
  const outcome = await draftApart({ text, wishes });
  if ('fault' in outcome) throw refuse(outcome.fault);
  if ('strange' in outcome) throw invalidRequest(messages.bodyInvalid, outcome.strange.map(toStrange));
  const { definition, findings } = outcome.drafted;
  const checked = parseNewDefinition(definition);
  return { definition, findings: [...findings.map(toFinding), ...(checked.ok ? [] : checked.problems.map(toFinding))] };
}

/** What the API says of a problem. */
export function toFinding({ path, code, message, allowed }: FieldError): z.infer<typeof connectorFinding> {
  return { path, code, message, ...(allowed === undefined ? {} : { allowed: [...allowed] }) };
}

function toStrange({ index, meant }: { index: number; meant: string | undefined }): FieldError {
  const allowed = meant === undefined ? {} : { allowed: [meant] };
  return { path: `lists[${index}]`, code: 'unknown_list', message: messages.draftListUnknown({ meant }), ...allowed };
}

const faults = {
  unreadable: messages.draftUnreadable,
  too_deep: messages.draftTooDeep({ max: 100 }),
  not_openapi: messages.draftNotOpenapi,
  empty: messages.draftEmpty,
  too_slow: messages.draftTooSlow,
};

function refuse(fault: Extract<DraftOutcome, { fault: string }>['fault']): HubError {
  if (fault === 'busy') return new HubError('service_unavailable', messages.draftBusy, { retryAfterSeconds: 5 });
  return invalidRequest(messages.bodyInvalid, [{ path: 'document', code: fault, message: faults[fault] }]);
}
