import type { JsonObject } from '../../core/json.ts';
import type { DescribedObject } from '../../engine/compile/described-object.ts';
import type { SearchedObject } from '../../engine/stages/enrichment.ts';
import type { Plan } from '../../engine/plan.ts';
import type { MappingDefaults } from '../../transforms/rules.ts';
import type { StateUse } from './states.ts';
import type { FieldType } from '../../transforms/schema/field-type.ts';
import type { KnownSchema } from '../../transforms/schema/check-types.ts';

/** What the steps of a flow have in common while they are compiled. */
export interface FlowParts {
  /** What the connectors say of the objects that actions write to, by the step's id; of those that are known. */
  targets: ReadonlyMap<string, DescribedObject>;
  /** The same of the objects that actions and checks look up. */
  searched: ReadonlyMap<string, SearchedObject>;
  /** The integrations that steps call, by the step's id; of those that are known. */
  calls: ReadonlyMap<string, CalledIntegration>;
  /** Given where the definition is looked at: schemas of the targets, by the step's id, as far as they are known. */
  review: ReadonlyMap<string, KnownSchema> | undefined;
  defaults: MappingDefaults | undefined;
  /** States that conditions read: added as they are compiled. */
  states: StateUse[];
  /** What steps respond: added as they are compiled. */
  responses: FieldType[];
  /** What steps leave as `steps.ID`: added as they are compiled. */
  outputs: Map<string, FieldType>;
  /** What the plans of all actions share. */
  plan: Pick<Plan, 'namespace' | 'stream' | 'ignoreHashes' | 'reading' | 'onError'>;
  /** Items come with requests that wait for an answer. */
  isAsked: boolean;
  /** Key of the record that a context is about. */
  readKey: Plan['readKey'];
  /** Tells sources apart: their connection, object, and what completes their records. */
  origin: string;
}

/** What is known of an integration that a step calls. */
export interface CalledIntegration {
  /** The key of its records; absent where it takes no input. */
  key: readonly string[] | undefined;
  /** Schema of what it takes; absent where nobody said. */
  payload?: JsonObject | undefined;
  /** Type of what its steps respond; absent where none does. */
  response: FieldType | undefined;
}
