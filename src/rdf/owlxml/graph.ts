/** Writer of the RDF graph of an OWL/XML document; resolves its names. */
import { resolve } from 'relative-to-absolute-iri';
import { anonymousPrefix, DEFAULT_BASE, hasScheme, syntaxError } from '../document';
import type { Individual, Iri, OwlLiteral, Position, Quad, QuadDocument, Term } from '../quads';
import { comparePositions } from '../quads';
import { OWL_NS, rdf, RDF_NS, RDFS_NS, xsd, XSD_NS } from '../vocabulary';
import type { Element } from './element';

/** Term with its position. */
export interface Placed<T extends Term = Term> {
  readonly term: T;
  readonly at: Position;
}

export type PlacedNode = Placed<Individual>;

/** Standard prefixes, which need no declaration (OWL 2 Syntax, table 2). */
const STANDARD_PREFIXES: ReadonlyMap<string, Iri> = new Map([
  ['owl', OWL_NS],
  ['rdf', RDF_NS],
  ['rdfs', RDFS_NS],
  ['xsd', XSD_NS],
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
]);

export class GraphWriter {
  readonly prefixes = new Map<string, Iri>();
  private readonly quads: Quad[] = [];
  private readonly kinds = new Set<string>();
  private readonly anonymous: string;
  private count = 0;
  private relativeIri: { text: string; position: Position } | undefined;

  constructor(text: string) {
    this.anonymous = anonymousPrefix(text);
  }

  document(): QuadDocument {
    const quads = this.quads.sort((a, b) => comparePositions(a.position, b.position));
    const { prefixes, relativeIri } = this;
    return { quads, prefixes, ...(relativeIri && { relativeIri }) };
  }

  /** @param at position of the predicate */
  triple(subject: PlacedNode, predicate: Iri, object: Placed, at: Position = object.at): void {
    this.quads.push({
      subject: subject.term,
      predicate,
      object: object.term,
      position: object.at,
      subjectPosition: subject.at,
      predicatePosition: at,
    });
  }

  blank(at: Position): PlacedNode {
    return { term: `_:${this.anonymous}${++this.count}`, at };
  }

  /** Writes an RDF list; each cell has the position of its item. */
  list(items: readonly Placed[], at: Position): PlacedNode {
    let rest: PlacedNode = { term: rdf.nil, at: items.at(-1)?.at ?? at };
    for (const item of [...items].reverse()) {
      const cell = this.blank(item.at);
      this.triple(cell, rdf.first, item);
      this.triple(cell, rdf.rest, { term: rest.term, at: item.at });
      rest = cell;
    }
    return { term: rest.term, at };
  }

  /**
   * Declares the kind of an entity, once: in OWL/XML the element name gives the kind, in RDF only a statement does.
   *
   * @param isUse true for an occurrence that is not a declaration; built-in entities then need none
   */
  declare(entity: PlacedNode, kind: Iri, isUse = true): void {
    const key = `${kind} ${entity.term}`;
    const isBuiltIn = isUse && [OWL_NS, RDF_NS, RDFS_NS, XSD_NS].some((namespace) => entity.term.startsWith(namespace));
    if (isBuiltIn || this.kinds.has(key)) return;
    this.kinds.add(key);
    this.triple(entity, rdf.type, { term: kind, at: entity.at });
  }

  /** @throws OwlgateError OntologySyntax */
  iri(element: Element): Iri {
    const full = element.attributes.get('IRI');
    const short = element.attributes.get('abbreviatedIRI');
    if (full !== undefined && short === undefined) return this.full(full, element);
    if (short !== undefined && full === undefined) return this.abbreviated(short, element);
    throw syntaxError(element.at, `<${element.name}> takes either an IRI or an abbreviatedIRI`);
  }

  /** Reads a full IRI or one relative to the base. @throws OwlgateError OntologySyntax */
  full(value: string, { at, base }: Element): Iri {
    const text = value.trim();
    if (/[\s<>"{}|\\^`]/.test(text)) throw syntaxError(at, `${JSON.stringify(text.slice(0, 200))} is not an IRI`);
    if (hasScheme(text)) return text;
    if (base === undefined) this.relativeIri ??= { text, position: at };
    // After a base that ends in #, the OWL API writes names without the # and reads them as if it were there.
    else if (base.endsWith('#') && /^[^#/?]/.test(text)) return base + text;
    return resolve(text, base ?? DEFAULT_BASE);
  }

  /** @throws OwlgateError OntologySyntax */
  abbreviated(value: string, element: Element): Iri {
    const text = value.trim();
    const colon = text.indexOf(':');
    const prefix = text.slice(0, Math.max(colon, 0));
    const namespace = this.prefixes.get(prefix) ?? STANDARD_PREFIXES.get(prefix);
    if (colon < 0 || namespace === undefined) {
      const reason =
        colon < 0
          ? `${JSON.stringify(text.slice(0, 200))} has no prefix`
          : `the prefix "${prefix}:" is not declared; declare it with <Prefix name="${prefix}" IRI="…"/>`;
      throw syntaxError(element.at, reason);
    }
    return this.full(namespace + text.slice(colon + 1), element);
  }

  literal({ text, at, lang }: Element, datatype: Iri | undefined): Placed<OwlLiteral> {
    const isPlain = datatype === undefined || datatype === rdf.PlainLiteral;
    const term: OwlLiteral =
      isPlain && lang !== undefined
        ? { kind: 'Literal', value: text, datatype: rdf.langString, lang }
        : { kind: 'Literal', value: text, datatype: isPlain ? xsd('string') : datatype };
    return { term, at };
  }
}
