/**
 * Axioms of a graph as rules, node by node. Every node that stands for a class is a class name of its own, so
 * expressions need no names and may be shared, refer to themselves, or span several documents.
 *
 * Each construct is found by its triples and handed to the functions of rules/, which state the rules. Triples that a
 * rule adds may complete a construct: `update` is called until it adds nothing.
 */
import { vocabulary } from '../../ontology';
import type { Iri } from '../../ontology';
import type { Atom, Rule } from '../rule';
import { NotInRules } from '../rules/builder';
import type { Row } from '../table';
import type { TermId } from '../terms';
import { GraphRuleBuilder, graphVocabulary, NOWHERE } from './builder';
import type { NodeReader } from './node';
import { isBlankText } from './terms';
import { Order } from './order';

/** Construct: the triples that announce it, and the maker of its rules. */
export interface Construct {
  /** Predicate of the triples that announce it; with `type`, the class of the announcing type triples. */
  readonly predicate: Iri;
  readonly type?: Iri;
  make(match: ConstructMatch): void;
}

/** Triple that may be (part of) a construct. */
export interface ConstructMatch {
  readonly row: Row;
  readonly s: TermId;
  readonly o: TermId;
  readonly tbox: TBox;
}

/** Adds the rules of a construct. */
type ConstructRules = (rule: GraphRuleBuilder) => void;

export class TBox {
  readonly classes: Order;
  readonly properties: Order;
  private readonly constructKeys = new Set<string>();
  private added: Rule[] = [];

  constructor(
    readonly nodes: NodeReader,
    private readonly constructs: readonly Construct[],
  ) {
    this.classes = new Order();
    this.properties = new Order();
  }

  /** Returns the rules of constructs that are new or complete since the last call. */
  update(): readonly Rule[] {
    this.added = [];
    const { graph, type } = this.nodes;
    for (const construct of this.constructs) {
      const rows = construct.type
        ? graph.rowsOf(type, graph.id(construct.type))
        : graph.rowsOf(graph.id(construct.predicate));
      // In document order: rows are listed last in, first out.
      for (const row of [...rows].reverse()) {
        construct.make({ row, s: graph.table.subject[row]!, o: graph.table.object[row]!, tbox: this });
      }
    }
    return this.added;
  }

  text(id: TermId): string {
    return this.nodes.graph.text(id);
  }

  /** Returns true if a triple is only inferred. */
  isInferred(row: Row): boolean {
    return this.nodes.graph.position(row) === undefined;
  }

  /**
   * Makes the rules of a construct, once.
   *
   * @param rows the triples that make it; the first one with a position gives the axiom's
   */
  makeOnce(name: string, rows: readonly Row[], make: ConstructRules): void {
    const key = `${name} ${rows.join()}`;
    if (this.constructKeys.has(key)) return;
    this.constructKeys.add(key);
    const { graph } = this.nodes;
    const axiom = {
      kind: 'Triples',
      position: rows.map((row) => graph.position(row)).find((position) => position !== undefined) ?? NOWHERE,
      text: this.sentences(rows),
    } as const;
    const grounds = rows.filter((row) => this.isInferred(row)).map((row) => this.groundAtom(row));
    const builder = new GraphRuleBuilder(graph, axiom, grounds, graphVocabulary());
    try {
      make(builder);
    } catch (error) {
      if (!(error instanceof NotInRules)) throw error;
    }
    this.added.push(...builder.rules);
  }

  /** Returns a triple as an atom. */
  groundAtom(row: Row): Atom {
    const { subject, predicate, object } = this.nodes.graph.table;
    return { s: subject[row]!, p: predicate[row]!, o: object[row]! };
  }

  /**
   * Describes the triples of a construct: list nodes with the triple that refers to the list, and an anonymous
   * expression in brackets.
   */
  private sentences(rows: readonly Row[]): string {
    const { graph } = this.nodes;
    const { subject, predicate } = graph.table;
    const [first, rest] = [graph.id(vocabulary.rdf.first), graph.id(vocabulary.rdf.rest)];
    const statements = rows.filter((row) => predicate[row] !== first && predicate[row] !== rest);
    const node = subject[statements[0]!]!;
    const isOne = statements.every((row) => subject[row] === node && this.nodes.isExpressionProperty(predicate[row]!));
    if (isOne && isBlankText(this.text(node))) return this.nodes.describe(node);
    return statements.map((row) => this.nodes.sentence(row)).join(' . ');
  }
}
