/** Needs of the ontology in force: the compiled predicates and types in the engine's schema. */
import type { PredicateDeclaration, TypeDeclaration } from '../../dql';
import type { CompiledSchema } from '../../schema';
import type { InForce } from '../in-force/types';

export interface Needs {
  /** Version of the ontology in force. */
  readonly version: number;
  readonly compiled: CompiledSchema;
  readonly predicates: ReadonlyMap<string, PredicateDeclaration>;
  readonly types: ReadonlyMap<string, TypeDeclaration>;
}

/** Cache by compiled schema: an ontology in force does not change. */
const needsByCompiled = new WeakMap<CompiledSchema, Omit<Needs, 'version'>>();

export function needsOf({ version, compiled }: Pick<InForce, 'version' | 'compiled'>): Needs {
  let needs = needsByCompiled.get(compiled);
  if (!needs) {
    needs = {
      compiled,
      predicates: new Map(compiled.predicates.map((predicate) => [predicate.name, predicate])),
      types: new Map(compiled.types.map((type) => [type.name, type])),
    };
    needsByCompiled.set(compiled, needs);
  }
  return { version, ...needs };
}
