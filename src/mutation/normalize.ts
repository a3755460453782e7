/** Normalization of a client's statements to Dgraph names: `graph.type`, IRIs of terms, IRIs in place of literals. */
import type { LiteralValue, Mutation, MutationRequest, NQuad, PredicateHint } from '../dql';
import { predicateError } from '../dql';
import { OwlgateError } from '../errors';
import { vocabulary } from '../ontology';
import type { Names } from '../ontology';
import { geometryText, hasNoRings } from './geometry';
import { nameOfIri } from './graph-names';
import { isTooLongForExact } from './index-keys';
import { withoutRepeats } from './repeats';

/** Dgraph's predicate of types. */
export const TYPE_PREDICATE = 'dgraph.type';
/** Facet of inferred facts. */
export const INFERRED_FACET = 'owl.inferred';
/** Facet of facts that the ontology document asserts; a version without the assertion removes them. */
export const ONTOLOGY_FACET = 'owl.ontology';

/** Prefix of the gateway's own predicates. */
export const RESERVED_PREFIX = 'owlgate.';

/** True for the gateway's own predicates, which clients may read but not write. */
export const isOwnPredicate = (name: string): boolean => name.replace(/^~/, '').startsWith(RESERVED_PREFIX);

const RESERVED_FACETS: ReadonlySet<string> = new Set([INFERRED_FACET, ONTOLOGY_FACET]);
const TYPE_NAMES: ReadonlySet<string> = new Set([TYPE_PREDICATE, 'graph.type', 'rdf:type', vocabulary.rdf.type]);
/** Classes of which every individual is a member. Memberships in them are not stored. */
const EMPTY_TYPES: ReadonlySet<string> = new Set([`${vocabulary.OWL_NS}NamedIndividual`, `${vocabulary.OWL_NS}Thing`]);

interface Vocabulary {
  /** Names of the ontology in force, if any. */
  readonly names?: Names | undefined;
  /** The engine's schema: the predicates under which it stores values, not edges; geometries and exact indexes. */
  readonly schema: {
    isScalar(predicate: string): boolean;
    isGeometry(predicate: string): boolean;
    hasExactIndex(predicate: string): boolean;
  };
  /** Collects names that the request writes otherwise than the ontology does. */
  readonly inexact?: InexactNames;
}

/**
 * Classes and properties of a request, as written, whose text is not a Dgraph name of the ontology. The value is true
 * if a set statement has the text, false if only deletes have it.
 */
export interface InexactNames {
  readonly class: Map<string, boolean>;
  readonly property: Map<string, boolean>;
}

/**
 * Replaces types and predicates by their Dgraph names; terms outside the ontology stay unchanged. Removes conditions of
 * a request without a query, because Dgraph v25.4 ignores them.
 *
 * @throws OwlgateError InvalidRequest for a name that does not identify a node, for deletes of reverse edges, and for
 *   owlgate's reserved labels and facets; ReservedPredicate for owlgate's reserved predicates
 */
export function normalize(request: MutationRequest, vocabulary: Vocabulary): MutationRequest {
  const hasQuery = (request.query?.trim() ?? '') !== '';
  const mutations = request.mutations.map((mutation) => {
    const { cond, ...statements } = new Normalizer(vocabulary).apply(mutation);
    return hasQuery && cond !== undefined ? { ...statements, cond } : statements;
  });
  return { ...request, query: hasQuery ? request.query : undefined, mutations };
}

/** Maximum texts in each map of `InexactNames`. */
const MAX_INEXACT = 100;

class Normalizer {
  private readonly predicates = new Map<string, string>();
  /** Names of the gateway's own predicates that the request writes. */
  private readonly own = new Set<string>();
  /** Predicates that the engine refuses in set statements, with the reason. */
  private readonly refused = new Map<string, string>();
  /** Node that was checked last. */
  private subject: NQuad['subject'] | undefined;
  private isSet = true;

  constructor(private readonly vocabulary: Vocabulary) {}

  apply(mutation: Mutation): Mutation {
    const { hints } = mutation;
    const statements = (list: readonly NQuad[]): readonly NQuad[] => {
      const normalized: NQuad[] = [];
      for (const nquad of list) {
        const statement = this.statement(nquad);
        if (statement) normalized.push(statement);
      }
      return withoutRepeats(normalized);
    };
    const set = statements(mutation.set);
    this.isSet = false;
    const result = { ...mutation, set, delete: statements(mutation.delete) };
    return hints ? { ...result, hints: this.hints(hints) } : result;
  }

  private hints(hints: ReadonlyMap<string, PredicateHint>): ReadonlyMap<string, PredicateHint> {
    return new Map([...hints].map(([name, hint]) => [this.predicate(name), hint]));
  }

  /** @returns undefined for a type that is not stored */
  private statement(written: NQuad): NQuad | undefined {
    const nquad = this.withWholeIri(written);
    // Statements about one node often follow each other.
    if (nquad.subject !== this.subject) checkIdentity(nquad, nquad.subject);
    this.subject = nquad.subject;
    const reserved = nquad.facets?.find(({ key }) => RESERVED_FACETS.has(key));
    if (reserved) {
      const facts = reserved.key === INFERRED_FACET ? 'inferred facts' : 'facts of the ontology';
      throw new OwlgateError('InvalidRequest', {
        reason: `${placeOf(nquad)}the facet ${reserved.key} marks ${facts} and is reserved for owlgate: leave it out`,
      });
    }
    const predicate = this.predicate(nquad.predicate);
    if (this.own.has(predicate)) {
      throw new OwlgateError('ReservedPredicate', { place: placeOf(nquad), predicate, use: 'written or deleted' });
    }
    const refusal = this.isSet ? this.refused.get(predicate) : undefined;
    if (refusal !== undefined) throw new OwlgateError('InvalidRequest', { reason: `${placeOf(nquad)}${refusal}` });
    if (predicate.startsWith('~')) {
      // Dgraph reports success and deletes nothing.
      const reason = `${placeOf(nquad)}${predicate} cannot be deleted: delete ${predicate.slice(1)} of the other node`;
      throw new OwlgateError('InvalidRequest', { reason });
    }
    if (predicate === TYPE_PREDICATE) return this.typeStatement(nquad);
    const { object } = nquad;
    if (object.kind === 'iri' && this.vocabulary.schema.isScalar(predicate)) {
      return { ...nquad, predicate, object: { kind: 'literal', type: 'default', value: object.iri } };
    }
    if (this.isSet) this.refuseLongKey(nquad, predicate);
    if (object.kind === 'literal' && this.vocabulary.schema.isGeometry(predicate)) {
      return { ...nquad, predicate, object: geometryOf(nquad, object) };
    }
    checkIdentity(nquad, object);
    return predicate === nquad.predicate ? nquad : { ...nquad, predicate };
  }

  /**
   * Joins predicate and language if together they are the IRI of a property: parsers split names at `@`, as Dgraph
   * does.
   */
  private withWholeIri(written: NQuad): NQuad {
    if (written.lang === undefined) return written;
    const { lang, ...nquad } = written;
    const taggedName = `${nquad.predicate}@${lang}`;
    const { names } = this.vocabulary;
    const isWhole = names?.propertyIri(nquad.predicate) === undefined && names?.propertyIri(taggedName) !== undefined;
    return isWhole ? { ...nquad, predicate: taggedName } : { ...nquad, lang };
  }

  private typeStatement(nquad: NQuad): NQuad | undefined {
    const { object } = nquad;
    const written = object.kind === 'iri' ? object.iri : object.kind === 'literal' ? object.value : undefined;
    if (written === undefined) return { ...nquad, predicate: TYPE_PREDICATE };
    const text = nameOfIri('type', written) ?? written;
    const { names } = this.vocabulary;
    const iri = names?.classIri(text);
    if (iri === undefined && EMPTY_TYPES.has(text)) return undefined;
    const value = iri === undefined ? text : names!.class(iri)!;
    if (value !== text || iri === undefined) this.noteInexact('class', text);
    return { ...nquad, predicate: TYPE_PREDICATE, object: { kind: 'literal', type: 'string', value } };
  }

  private predicate(written: string): string {
    const cached = this.predicates.get(written);
    if (cached !== undefined) return cached;
    const name = nameOfIri('predicate', written) ?? written;
    const { names } = this.vocabulary;
    const iri = TYPE_NAMES.has(name) ? undefined : names?.propertyIri(name);
    const predicate = TYPE_NAMES.has(name) ? TYPE_PREDICATE : iri === undefined ? name : names!.property(iri)!;
    if (predicate !== name || iri === undefined) this.noteInexact('property', name);
    if (isOwnPredicate(predicate)) this.own.add(predicate);
    const error = predicateError(predicate, false, false);
    if (error !== undefined) this.refused.set(predicate, error);
    this.predicates.set(written, predicate);
    return predicate;
  }

  /** Refuses a text in a language of which the key in an exact index may be too long: an alpha would exit. */
  private refuseLongKey(nquad: NQuad, predicate: string): void {
    const { object, lang } = nquad;
    if (object.kind !== 'literal' || lang === undefined || !isTooLongForExact(object.value, lang, predicate)) return;
    if (!this.vocabulary.schema.hasExactIndex(predicate)) return;
    const reason =
      `${placeOf(nquad)}the exact index of "${predicate}" takes no text in the language "${lang}" of ` +
      `${object.value.length.toLocaleString('en-US')} characters: shorten it, leave the language out, or index the ` +
      'predicate by hash (owlgate:index "hash" on the property)';
    throw new OwlgateError('InvalidRequest', { reason });
  }

  private noteInexact(space: keyof InexactNames, text: string): void {
    const texts = this.vocabulary.inexact?.[space];
    if (!texts || (texts.size >= MAX_INEXACT && !texts.has(text))) return;
    texts.set(text, this.isSet || texts.get(text) === true);
  }
}

/** Prefix of blank node labels that owlgate generates, for IRIs and for labels that are invalid in RDF. */
const RESERVED_LABELS = 'owlgate.';
const ABSOLUTE_IRI = /^[a-z][a-z0-9+.-]*:\S/i;

function checkIdentity(nquad: NQuad, node: NQuad['subject'] | NQuad['object']): void {
  if (node.kind === 'blank' && node.label.startsWith(RESERVED_LABELS)) {
    throw new OwlgateError('InvalidRequest', {
      reason:
        `${placeOf(nquad)}labels that begin with ${RESERVED_LABELS} are reserved for owlgate: choose another ` +
        `label than _:${node.label}`,
    });
  }
  if (node.kind !== 'iri' || ABSOLUTE_IRI.test(node.iri)) return;
  throw new OwlgateError('InvalidRequest', {
    reason:
      `${placeOf(nquad)}<${node.iri}> names no node: write a uid (<0x1>), a blank node (_:${node.iri}) ` +
      'or an absolute IRI (<http://…>)',
  });
}

/** Returns `line 3, column 5: `, or '' without a position. */
function placeOf({ span }: NQuad): string {
  return span ? `line ${span.line}, column ${span.column}: ` : '';
}

/**
 * Returns a geometry in the form that engines read.
 *
 * @throws OwlgateError InvalidRequest for a polygon without rings: Dgraph v25.4 exits when it indexes one, and again at
 *   each start
 */
function geometryOf(nquad: NQuad, literal: LiteralValue): LiteralValue {
  const value = geometryText(literal.value);
  if (hasNoRings(value)) {
    const reason = `${placeOf(nquad)}a polygon of ${nquad.predicate} has no ring: give its outer ring, or leave it out`;
    throw new OwlgateError('InvalidRequest', { reason });
  }
  return value === literal.value ? literal : { ...literal, value };
}
