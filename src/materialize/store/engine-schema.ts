/** The engine's schema of predicates and types, as far as reasoning over stored facts needs it. */
import type { PredicateDeclaration } from '../../dql';
import { readSchemaAnswer } from '../../schema';
import type { SchemaAnswer } from '../../schema';
import { hasExactIndex } from './misfit';

/** Immutable; a schema change creates a new instance. */
export class EngineSchema {
  private readonly predicates: ReadonlyMap<string, PredicateDeclaration>;
  private readonly fields: ReadonlyMap<string, readonly string[]>;

  /** @param answer `data` of the answer to `schema {}` */
  constructor(readonly answer: SchemaAnswer) {
    const { predicates, types } = readSchemaAnswer(answer);
    this.predicates = new Map(predicates.map((predicate) => [predicate.name, predicate]));
    this.fields = new Map(types.map(({ name, fields }) => [name, fields]));
  }

  get(predicate: string): PredicateDeclaration | undefined {
    return this.predicates.get(predicate);
  }

  predicateNames(): string[] {
    return [...this.predicates.keys()];
  }

  typeNames(): string[] {
    return [...this.fields.keys()];
  }

  /** Returns true if the predicate holds values, not edges. */
  isScalar(predicate: string): boolean {
    const type = this.predicates.get(predicate)?.type;
    return type !== undefined && type !== 'uid';
  }

  isGeometry(predicate: string): boolean {
    return this.predicates.get(predicate)?.type === 'geo';
  }

  hasExactIndex(predicate: string): boolean {
    const declared = this.predicates.get(predicate);
    return declared !== undefined && hasExactIndex(declared);
  }

  /** Returns the predicates of a type; empty for an undeclared type. */
  fieldsOf(type: string): readonly string[] {
    return this.fields.get(type) ?? [];
  }
}
