/** The part of an engine's schema that the ontology in force stands on: its compiled predicates and types. */
import type { PredicateDeclaration, TypeDeclaration } from '../../dql/schema/ast';
import type { LoadedOntology } from '../../ontology';
import { compileSchema } from '../../schema';
import type { CompiledSchema } from '../../schema';
import type { InForce } from '../types';

export interface Needs {
  /** Of the ontology in force. */
  readonly version: number;
  readonly compiled: CompiledSchema;
  readonly predicates: ReadonlyMap<string, PredicateDeclaration>;
  readonly types: ReadonlyMap<string, TypeDeclaration>;
}

/** Compiling takes about as long as a load's third step; an ontology in force does not change. */
const compiledOf = new WeakMap<LoadedOntology, Omit<Needs, 'version'>>();

export function needsOf({ version, loaded }: Pick<InForce, 'version' | 'loaded'>): Needs {
  let needs = compiledOf.get(loaded);
  if (!needs) {
    const compiled = compileSchema(loaded);
    needs = {
      compiled,
      predicates: new Map(compiled.predicates.map((predicate) => [predicate.name, predicate])),
      types: new Map(compiled.types.map((type) => [type.name, type])),
    };
    compiledOf.set(loaded, needs);
  }
  return { version, ...needs };
}
