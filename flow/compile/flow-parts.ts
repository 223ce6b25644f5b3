import type { DescribedObject } from '../../engine/compile/described-object.ts';
import type { Plan } from '../../engine/plan.ts';
import type { MappingDefaults } from '../../transforms/rules.ts';
import type { KnownSchema } from '../../transforms/schema/check-types.ts';

/** What the steps of a flow have in common while they are compiled. */
export interface FlowParts {
  /** What the connectors say of the objects that actions write to, by the step's id; of those that are known. */
  targets: ReadonlyMap<string, DescribedObject>;
  /** Given where the definition is looked at: schemas of the targets, by the step's id, as far as they are known. */
  review: ReadonlyMap<string, KnownSchema> | undefined;
  defaults: MappingDefaults | undefined;
  /** What the plans of all actions share. */
  plan: Pick<Plan, 'namespace' | 'stream' | 'ignoreHashes' | 'reading' | 'onError'>;
  /** Key of the record that a context is about. */
  readKey: Plan['readKey'];
  /** Tells sources apart: their connection, object, and what completes their records. */
  origin: string;
}
