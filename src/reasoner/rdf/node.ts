/** Reader of graph nodes: values of properties, lists, and descriptions for messages. */
import { vocabulary } from '../../ontology';
import type { Iri } from '../../ontology';
import type { Row } from '../table';
import type { TermId } from '../terms';
import type { RdfGraph } from './graph';
import { isBlankText, isHidden, isLiteralText } from './terms';

const { rdf, OWL_NS } = vocabulary;

/** RDF list: members in order, and the rows of its triples. */
interface RdfList {
  readonly members: readonly TermId[];
  readonly rows: readonly Row[];
}

/** Maximum length of a list; a longer one is not a class expression. */
const MAX_LIST = 100_000;

export class NodeReader {
  readonly type: TermId;
  private readonly first: TermId;
  private readonly rest: TermId;
  private readonly nil: TermId;

  /** @param prefixes for short IRIs in messages */
  constructor(
    readonly graph: RdfGraph,
    private readonly prefixes: ReadonlyMap<string, Iri> = new Map(),
  ) {
    [this.type, this.first, this.rest, this.nil] = [rdf.type, rdf.first, rdf.rest, rdf.nil].map((iri) =>
      graph.id(iri),
    ) as [TermId, TermId, TermId, TermId];
  }

  /** Returns the rows of a node with a property, in the order of insertion. */
  rows(node: TermId, iri: Iri): Row[] {
    return [...this.graph.rowsFrom(node, this.graph.id(iri))].reverse();
  }

  object(row: Row): TermId {
    return this.graph.table.object[row]!;
  }

  subject(row: Row): TermId {
    return this.graph.table.subject[row]!;
  }

  /** Returns the list that begins at a node; undefined if it is circular, too long, or lacks a member or its end. */
  list(head: TermId): RdfList | undefined {
    const members: TermId[] = [];
    const rows: Row[] = [];
    const visited = new Set<TermId>();
    for (let node = head; node !== this.nil;) {
      const [first] = [...this.graph.rowsFrom(node, this.first)].slice(-1);
      const [rest] = [...this.graph.rowsFrom(node, this.rest)].slice(-1);
      if (first === undefined || rest === undefined || visited.has(node) || visited.size >= MAX_LIST) return undefined;
      visited.add(node);
      members.push(this.object(first));
      rows.push(first, rest);
      node = this.object(rest);
    }
    return { members, rows };
  }

  /** Describes a triple in Turtle, with expressions in place of blank nodes. */
  sentence(row: Row): string {
    const { subject, predicate, object } = this.graph.table;
    return `${this.describe(subject[row]!)} ${this.predicateName(predicate[row]!)} ${this.describe(object[row]!)}`;
  }

  /** Describes a term in Turtle. */
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

  /** Returns true if a property is part of class expressions or data ranges. */
  isExpressionProperty(property: TermId): boolean {
    return EXPRESSION.includes(this.graph.text(property));
  }

  /** Returns an IRI or a literal, shortened if a prefix matches. */
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
    const datatypeStart = text.lastIndexOf('^^<');
    if (datatypeStart < text.lastIndexOf('"')) return text;
    const iri = text.slice(datatypeStart + 3, -1);
    return `${text.slice(0, datatypeStart)}^^${this.shortIri(iri) ?? `<${iri}>`}`;
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

/** Properties of class expressions and data ranges, in reading order. */
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
