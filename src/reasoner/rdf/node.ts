/** Reading nodes of a graph: what a node has under a property, lists, and how a node reads in a message. */
import { vocabulary } from '../../ontology';
import type { Iri } from '../../ontology';
import type { Row } from '../table';
import type { TermId } from '../terms';
import type { RdfGraph } from './graph';
import { isBlankText, isHidden, isLiteralText } from './terms';

const { rdf, OWL_NS } = vocabulary;

/** An RDF list: its members in order, and the rows that make it. */
export interface RdfList {
  readonly members: readonly TermId[];
  readonly rows: readonly Row[];
}

/** Longer lists are not read: a list this long is no class expression. */
const MAX_LIST = 100_000;

export class NodeReader {
  readonly type: TermId;
  private readonly first: TermId;
  private readonly rest: TermId;
  private readonly nil: TermId;

  /** @param prefixes by which IRIs are shortened in messages */
  constructor(
    readonly graph: RdfGraph,
    private readonly prefixes: ReadonlyMap<string, Iri> = new Map(),
  ) {
    [this.type, this.first, this.rest, this.nil] = [rdf.type, rdf.first, rdf.rest, rdf.nil].map((iri) =>
      graph.id(iri),
    ) as [TermId, TermId, TermId, TermId];
  }

  /** The rows of a node under a property, in the order in which they came. */
  rows(node: TermId, iri: Iri): Row[] {
    return [...this.graph.rowsFrom(node, this.graph.id(iri))].reverse();
  }

  object(row: Row): TermId {
    return this.graph.table.object[row]!;
  }

  subject(row: Row): TermId {
    return this.graph.table.subject[row]!;
  }

  /** The list that begins at a node; undefined where it does not end, or where a node of it has no member. */
  list(head: TermId): RdfList | undefined {
    const members: TermId[] = [];
    const rows: Row[] = [];
    const seen = new Set<TermId>();
    for (let node = head; node !== this.nil;) {
      const [first] = [...this.graph.rowsFrom(node, this.first)].slice(-1);
      const [rest] = [...this.graph.rowsFrom(node, this.rest)].slice(-1);
      if (first === undefined || rest === undefined || seen.has(node) || seen.size >= MAX_LIST) return undefined;
      seen.add(node);
      members.push(this.object(first));
      rows.push(first, rest);
      node = this.object(rest);
    }
    return { members, rows };
  }

  /** A triple for people: in Turtle, with expressions in place of the blank nodes that stand for them. */
  sentence(row: Row): string {
    const { subject, predicate, object } = this.graph.table;
    return `${this.describe(subject[row]!)} ${this.predicateName(predicate[row]!)} ${this.describe(object[row]!)}`;
  }

  /** A term for people. */
  describe(id: TermId, depth = 3): string {
    const text = this.graph.text(id);
    if (!isBlankText(text)) return this.name(text);
    const list = this.list(id);
    if (depth === 0) return text;
    if (list && list.members.length > 0 && list.members.length <= 20) {
      return `(${list.members.map((member) => this.describe(member, depth - 1)).join(' ')})`;
    }
    const parts = EXPRESSION.flatMap((iri) =>
      this.rows(id, iri).map((row) => `${this.name(iri)} ${this.describe(this.object(row), depth - 1)}`),
    );
    return parts.length > 0 ? `[${parts.join(' ; ')}]` : text;
  }

  /** Whether a property says what an expression is made of. */
  isExpression(property: TermId): boolean {
    return EXPRESSION.includes(this.graph.text(property));
  }

  /** An IRI or a literal, short where a prefix is known. */
  name(text: string): string {
    if (isLiteralText(text)) return this.shortLiteral(text);
    if (isHidden(text)) return text.slice('_: '.length);
    if (isBlankText(text)) return text;
    return this.shortIri(text) ?? `<${text}>`;
  }

  private predicateName(id: TermId): string {
    const text = this.graph.text(id);
    return text === rdf.type ? 'a' : this.name(text);
  }

  private shortLiteral(text: string): string {
    const at = text.lastIndexOf('^^<');
    if (at < text.lastIndexOf('"')) return text;
    const iri = text.slice(at + 3, -1);
    return `${text.slice(0, at)}^^${this.shortIri(iri) ?? `<${iri}>`}`;
  }

  private shortIri(iri: Iri): string | undefined {
    let best: string | undefined;
    for (const [prefix, namespace] of [...vocabulary.WELL_KNOWN_PREFIXES, ...this.prefixes]) {
      const local = iri.startsWith(namespace) ? iri.slice(namespace.length) : '';
      if (
        /^[\p{L}_\d][\p{L}\d_-]*$/u.test(local) &&
        (best === undefined || prefix.length + local.length < best.length)
      ) {
        best = `${prefix}:${local}`;
      }
    }
    return best;
  }
}

/** What a class expression or data range is made of, in the order in which it reads well. */
const EXPRESSION: readonly Iri[] = [
  'inverseOf',
  'intersectionOf',
  'unionOf',
  'complementOf',
  'oneOf',
  'onProperty',
  'someValuesFrom',
  'allValuesFrom',
  'hasValue',
  'hasSelf',
  'minCardinality',
  'maxCardinality',
  'cardinality',
  'minQualifiedCardinality',
  'maxQualifiedCardinality',
  'qualifiedCardinality',
  'onClass',
  'onDataRange',
  'onDatatype',
  'withRestrictions',
  'datatypeComplementOf',
].map((local) => OWL_NS + local);
