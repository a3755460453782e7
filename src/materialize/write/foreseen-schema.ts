/**
 * Schema that an import would make, for a dry run, which declares nothing: `@lang` for values in languages, and
 * predicates without a declaration by their first statements. What needs them is judged here, and kept from the engine.
 */
import { EngineFailure } from '../../dgraph';
import { literalError, type LiteralValue, type Mutation, type NQuad } from '../../dql';
import { takesLanguages } from '../alter/languages';
import type { EngineSchema } from '../store/engine-schema';
import { isTagged } from './hints';

type Type = LiteralValue['type'] | 'uid';

/** Declaration of a predicate that the schema lacks. */
interface Foreseen {
  readonly type: Type;
  lang: boolean;
}

/** Names that no schema may declare: the engine refuses their statements itself. */
const RESERVED = /^(?:dgraph\.|uid$)/i;
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

  /**
   * Returns the statements that fit the schema as it is. The others declare their predicates here.
   *
   * @throws EngineFailure for one that the engine would refuse
   */
  fitting(mutation: Mutation): Mutation {
    const undeclared = mutation.set.filter(({ predicate }) => this.isUndeclared(predicate));
    this.declare(undeclared);
    for (const statement of undeclared) this.check(statement);
    const set = mutation.set.filter(
      (statement) =>
        !this.isUndeclared(statement.predicate) && !(isTagged(statement) && this.tagged.has(statement.predicate)),
    );
    return { ...mutation, set };
  }

  private isUndeclared(predicate: string): boolean {
    return this.schema().get(predicate) === undefined && !RESERVED.test(predicate);
  }

  private declare(statements: readonly NQuad[]): void {
    const tagged = new Set(statements.filter(isTagged).map(({ predicate }) => predicate));
    for (const statement of statements) {
      const { predicate } = statement;
      if (this.predicates.has(predicate)) continue;
      const lang = tagged.has(predicate);
      this.predicates.set(predicate, { type: lang ? 'string' : typeOf(statement), lang });
    }
  }

  private check(statement: NQuad): void {
    const { predicate } = statement;
    const reason = misfit(statement, this.predicates.get(predicate)!);
    if (reason !== undefined) throw EngineFailure.refusing(`the value of "${predicate}" ${reason}`);
  }
}

function typeOf({ object }: NQuad): Type {
  if (object.kind !== 'literal') return 'uid';
  return object.type === 'binary' ? 'default' : object.type;
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
