/**
 * Axioms of a graph as rules, node by node. Every node that stands for a class is treated as a named class, so
 * expressions may be shared, refer to themselves, or span several documents.
 *
 * A construct is found by its triples, and the functions of rules/ make its rules. Triples that a rule adds may
 * complete a construct, so `update` is called until it adds nothing.
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

/** Triple that may announce a construct. */
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
  /** Properties with a rule that makes them transitive. */
  readonly transitive = new Set<TermId>();
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
      // `rowsOf` lists the newest row first; the reverse is document order.
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
   * Makes the rules of a construct once.
   *
   * @param rows triples of the construct; the first with a position gives the position of the axiom
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
   * Describes the triples of a construct in Turtle: the triples inside lists are left out, an anonymous expression is
   * in brackets.
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
