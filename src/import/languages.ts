/**
 * Languages of values. A property without a range may have values in languages, and only the data shows that it has:
 * its predicate gets `@lang` when an import brings the first one, as it does at a load if the document has such values.
 */
import type { Credentials } from '../dgraph';
import type { NQuad } from '../dql';
import type { ForeseenSchema, Materializer } from '../materialize';
import { rdf } from '../rdf';

export class Languages {
  /** Properties that have been considered. */
  private readonly considered = new Set<string>();

  /**
   * @param credentials of the client
   * @param foreseen schema of a dry run, which declares nothing
   */
  constructor(
    private readonly materializer: Pick<Materializer, 'inForce' | 'schema'>,
    private readonly credentials?: Credentials,
    private readonly foreseen?: ForeseenSchema,
  ) {}

  /**
   * Declares `@lang` for the properties of values with a language, as far as their ranges allow it, and for the
   * properties above them, which have the same values.
   *
   * @throws EngineFailure; OwlgateError OntologyBusy
   */
  async declare(statements: readonly NQuad[]): Promise<void> {
    const names = new Map<string, readonly string[]>();
    for (const { predicate, lang } of statements) {
      if (lang === undefined || this.considered.has(predicate)) continue;
      this.considered.add(predicate);
      const [own, ...above] = this.namesOf(predicate);
      if (own !== undefined) names.set(own, above);
    }
    if (names.size === 0) return;
    if (this.foreseen) this.foreseen.noteLanguages(new Set([...names].flatMap(([own, above]) => [own, ...above])));
    else await this.materializer.schema.declareLanguages(names, this.credentials);
  }

  /**
   * Returns the predicate of a property, and those of properties above it whose ranges allow values in languages; empty
   * if its own range does not.
   */
  private namesOf(property: string): readonly string[] {
    const { inForce } = this.materializer;
    const iri = inForce?.loaded.names.propertyIri(property);
    if (!inForce || iri === undefined) return [property];
    const { names, taxonomy } = inForce.loaded;
    const allows = (each: string): boolean => taxonomy.datatypes(each).every((datatype) => datatype === rdf.langString);
    const properties = allows(iri) ? [iri, ...taxonomy.dataProperties.ancestors(iri).filter(allows)] : [];
    return properties.map((each) => names.property(each) ?? each);
  }
}
