/**
 * The axioms of a graph, node by node, as rules: every node that stands for a class is a class name of its own, so that
 * expressions need no names and may be shared, refer to themselves, or be put together from several documents.
 *
 * Each construct is found by the triples that make it and handed to the functions of rules/, which state the rules.
 * Triples that a rule adds may complete a construct: `update` is asked again until it has nothing to add.
 */
import { vocabulary } from '../../ontology';
import type { Iri } from '../../ontology';
import type { Atom, Rule } from '../rule';
import { NotInRules } from '../rules/builder';
import type { Row } from '../table';
import type { TermId } from '../terms';
import { GraphRuleBuilder, graphVocabulary, NOWHERE } from './builder';
import { classConstructs } from './class-constructs';
import { individualConstructs } from './individual-constructs';
import type { NodeReader } from './node';
import { isBlankText } from './terms';
import { Order } from './order';
import { propertyConstructs } from './property-constructs';

/** A construct: what finds it, and what makes rules of it. */
export interface Construct {
  /** The predicate of the triples that find it; with `type`, the class of the type triples that do. */
  readonly predicate: Iri;
  readonly type?: Iri;
  make(found: Found): void;
}

/** A triple that may be (part of) a construct. */
export interface Found {
  readonly row: Row;
  readonly s: TermId;
  readonly o: TermId;
  readonly tbox: TBox;
}

/** How rules are added for a construct. */
export type Make = (rule: GraphRuleBuilder) => void;

export class TBox {
  readonly classes: Order;
  readonly properties: Order;
  private readonly known = new Set<string>();
  private added: Rule[] = [];

  constructor(readonly nodes: NodeReader) {
    this.classes = new Order();
    this.properties = new Order();
  }

  /** The rules of constructs that were not complete, or not there, when this was asked before. */
  update(): readonly Rule[] {
    this.added = [];
    const { graph, type } = this.nodes;
    for (const construct of CONSTRUCTS) {
      const rows = construct.type
        ? graph.rowsOf(type, graph.id(construct.type))
        : graph.rowsOf(graph.id(construct.predicate));
      // In document order: rows come last in, first out.
      for (const row of [...rows].reverse()) {
        construct.make({ row, s: graph.table.subject[row]!, o: graph.table.object[row]!, tbox: this });
      }
    }
    return this.added;
  }

  text(id: TermId): string {
    return this.nodes.graph.text(id);
  }

  /** Whether a triple is only inferred. */
  isInferred(row: Row): boolean {
    return this.nodes.graph.position(row) === undefined;
  }

  /**
   * Makes the rules of a construct, once.
   *
   * @param rows the triples that make it; the first is shown, with its place
   */
  once(name: string, rows: readonly Row[], make: Make): void {
    const key = `${name} ${rows.join()}`;
    if (this.known.has(key)) return;
    this.known.add(key);
    const { graph } = this.nodes;
    const axiom = {
      kind: 'Triples',
      position: rows.map((row) => graph.position(row)).find((position) => position !== undefined) ?? NOWHERE,
      text: this.sentences(rows),
    } as const;
    const grounds = rows.filter((row) => this.isInferred(row)).map((row) => this.ground(row));
    const builder = new GraphRuleBuilder(graph, axiom, grounds, graphVocabulary());
    try {
      make(builder);
    } catch (error) {
      if (!(error instanceof NotInRules)) throw error;
    }
    this.added.push(...builder.rules);
  }

  /** A triple as an atom. */
  ground(row: Row): Atom {
    const { subject, predicate, object } = this.nodes.graph.table;
    return { s: subject[row]!, p: predicate[row]!, o: object[row]! };
  }

  /** The inside of a list is told with what it hangs on, and an expression without a name as it is written. */
  private sentences(rows: readonly Row[]): string {
    const { graph } = this.nodes;
    const { subject, predicate } = graph.table;
    const [first, rest] = [graph.id(vocabulary.rdf.first), graph.id(vocabulary.rdf.rest)];
    const told = rows.filter((row) => predicate[row] !== first && predicate[row] !== rest);
    const node = subject[told[0]!]!;
    const isOne = told.every((row) => subject[row] === node && this.nodes.isExpression(predicate[row]!));
    if (isOne && isBlankText(this.text(node))) return this.nodes.describe(node);
    return told.map((row) => this.nodes.sentence(row)).join(' . ');
  }
}

const CONSTRUCTS: readonly Construct[] = [...classConstructs, ...propertyConstructs, ...individualConstructs];
