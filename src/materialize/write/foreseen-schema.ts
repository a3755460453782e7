/**
 * Schema that an import would make, for a dry run, which declares nothing: `@lang` for values in languages, and
 * predicates without a declaration by their first statements. What needs them is judged here, and kept from the engine.
 */
import { EngineFailure } from '../../dgraph';
import { literalError, type Mutation, type NQuad } from '../../dql';
import { takesLanguages } from '../alter/languages';
import type { EngineSchema } from '../store/engine-schema';
import { declarationBy, firstDeclarations, isReserved, type FirstDeclaration } from './first-statements';
import { isTagged } from './hints';

/** Declaration of a predicate that the schema lacks. */
type Foreseen = Pick<FirstDeclaration, 'type'> & { lang: boolean };

/** Conversions between types of values that an engine lacks, besides those of texts. */
const INCONVERTIBLE: ReadonlySet<string> = new Set(['bool datetime', 'datetime bool']);

export class ForeseenSchema {
  private readonly predicates = new Map<string, Foreseen>();
  private readonly tagged = new Set<string>();

  /** @param schema returns the engine's schema */
  constructor(private readonly schema: () => EngineSchema) {}

  /** Notes predicates for which an import would declare `@lang`. */
  noteLanguages(names: ReadonlySet<string>): void {
    for (const name of names) {
      const declared = this.schema().get(name);
      const foreseen = this.predicates.get(name);
      if (declared && takesLanguages(declared)) this.tagged.add(name);
      else if (foreseen?.type === 'string') foreseen.lang = true;
    }
  }

  /** Returns true if the engine would store values, not edges, under a predicate without a declaration. */
  isScalar(predicate: string): boolean {
    const foreseen = this.predicates.get(predicate);
    return foreseen !== undefined && foreseen.type !== 'uid';
  }

  /** Declares what an import declares before it sends statements. */
  declareFirst(mutations: readonly Mutation[]): void {
    const isKnown = (name: string): boolean => !this.isUndeclared(name) || this.predicates.has(name);
    for (const [name, { type, lang }] of firstDeclarations(mutations, isKnown))
      this.predicates.set(name, { type, lang });
  }

  /**
   * Sends statements that fit the schema as it is. The others declare their predicates here; those of a refused attempt
   * declare nothing, as in the engine.
   *
   * @param send receives the function that returns the fitting statements of a mutation, or throws EngineFailure for one
   *   that the engine would refuse
   */
  async attempt<T>(send: (fit: (mutation: Mutation) => Mutation) => Promise<T>): Promise<T> {
    const declared: string[] = [];
    try {
      return await send((mutation) => this.fitting(mutation, declared));
    } catch (error) {
      for (const name of declared) this.predicates.delete(name);
      throw error;
    }
  }

  private fitting(mutation: Mutation, declared: string[]): Mutation {
    const undeclared = mutation.set.filter(({ predicate }) => this.isUndeclared(predicate));
    declared.push(...this.declare(undeclared));
    for (const statement of undeclared) this.check(statement);
    const set = mutation.set.filter(
      (statement) =>
        !this.isUndeclared(statement.predicate) && !(isTagged(statement) && this.tagged.has(statement.predicate)),
    );
    return { ...mutation, set };
  }

  private isUndeclared(predicate: string): boolean {
    return this.schema().get(predicate) === undefined && !isReserved(predicate);
  }

  /** @returns the predicates that it declares */
  private declare(statements: readonly NQuad[]): string[] {
    const declared: string[] = [];
    for (const statement of statements) {
      const { predicate } = statement;
      if (this.predicates.has(predicate)) continue;
      this.predicates.set(predicate, { ...declarationBy(statement) });
      declared.push(predicate);
    }
    return declared;
  }

  private check(statement: NQuad): void {
    const { predicate } = statement;
    const reason = misfit(statement, this.predicates.get(predicate)!);
    if (reason !== undefined) throw EngineFailure.refusing(`the value of "${predicate}" ${reason}`);
  }
}

/** Returns the reason for which an engine refuses a statement under a declaration. */
function misfit(statement: NQuad, { type, lang }: Foreseen): string | undefined {
  const { object } = statement;
  if (object.kind !== 'literal') return type === 'uid' ? undefined : 'is a node, earlier ones are texts';
  if (type === 'uid') return 'is a text, earlier ones are nodes';
  if (isTagged(statement) && !lang) return 'has a language, earlier ones have none';
  const isText = object.type === 'default' || object.type === 'string';
  const fault = isText ? literalError(type, object.value) : undefined;
  if (fault !== undefined) return `is not of the type ${type} of earlier ones: ${fault}`;
  return INCONVERTIBLE.has(`${object.type} ${type}`) ? `is of type ${object.type}, earlier ones of ${type}` : undefined;
}
