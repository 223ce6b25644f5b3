import { messages } from '../../../core/messages.ts';
import { z } from 'zod';
import type { IntegrationStatus } from '../../../core/enums.ts';
import { type FieldError, HubError } from '../../../core/errors.ts';
import { toId } from '../../../core/ids.ts';
import type { Definition } from '../../../flow/definition.ts';
import { idOf } from '../../shared/schemas.ts';

/**
 * The set-up steps that can be open, in their order: the connectors with their connections, the mapping, the
 * connections at work, the activation. Triggers cannot: every integration can be started by hand.
 */
const setUpSteps = ['source', 'target', 'mapping', 'connection', 'activation'] as const;

const choices = [
  { step: 'source', message: messages.chooseSource },
  { step: 'target', message: messages.chooseTarget },
  { step: 'mapping', message: messages.defineMapping },
] as const;

export const readinessRecord = z
  .object({
    ready: z.boolean().meta({ description: 'It can be activated, or is active: nothing else is open.' }),
    missing: z.array(
      z.object({
        step: z.enum(setUpSteps),
        message: z.string(),
        connection_id: idOf('connection').optional().meta({ description: 'The connection that cannot be used now.' }),
      }),
    ),
  })
  .meta({ id: 'Readiness', description: 'Which set-up steps are still open, in their order.' });

export type Readiness = z.infer<typeof readinessRecord>;
type OpenStep = Readiness['missing'][number];

/** A connection of a flow that cannot be used now, and why. */
export interface BrokenConnection {
  /** UUID. */
  id: string;
  status: 'error' | 'expired' | 'disabled' | 'deleted';
}

/** What readiness is read from: what a definition says was checked when it was saved. */
export interface SetUp {
  definition: Definition;
  broken: readonly BrokenConnection[];
}

/** Tells which set-up steps are open. Only a draft lacks parts of a definition: of others, the newest is perhaps not what runs use. */
export function readReadiness({ definition, broken }: SetUp, status: IntegrationStatus): Readiness {
  const missing = [...(status === 'draft' ? listChoices(definition) : []), ...broken.map(nameRepair)];
  const activation = { step: 'activation', message: messages.activateIntegration } as const;
  return { ready: missing.length === 0, missing: status === 'active' ? missing : [...missing, activation] };
}

/** @throws {HubError} `integration_not_ready`, with the steps that are open. */
export function requireReady({ definition, broken }: SetUp): void {
  const missing = [...listChoices(definition), ...broken.map(nameRepair)];
  if (missing.length === 0) return;
  const steps = [...new Set(missing.map(({ step }) => step))].join(', ');
  throw new HubError('integration_not_ready', messages.integrationIncomplete({ steps }), {
    details: { missing },
  });
}

/**
 * Lets a stored revision be used only where all that it names is still there.
 *
 * @throws {HubError} `integration_not_ready`, with what is not valid any more.
 */
export function requireUsable(problems: FieldError[]): void {
  if (problems.length === 0) return;
  throw new HubError('integration_not_ready', messages.revisionOutdated, {
    details: { errors: problems },
  });
}

/** Steps say what is written, and how; without a source, each run goes through them once. */
function listChoices(definition: Definition): OpenStep[] {
  return definition.steps === undefined ? choices.filter(({ step }) => definition[step] === undefined) : [];
}

function nameRepair({ id, status }: BrokenConnection): OpenStep {
  return { step: 'connection', message: remedies[status], connection_id: toId('connection', id) };
}

const remedies: Readonly<Record<BrokenConnection['status'], string>> = {
  error: messages.credentialsRefused,
  expired: messages.credentialsExpired,
  disabled: messages.enableConnection,
  deleted: messages.chooseConnection,
};
