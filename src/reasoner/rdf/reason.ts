/**
 * Closure of an RDF graph. Two steps alternate until nothing is added: making rules from the axioms in the graph, and
 * evaluating the rules, which may derive further axioms.
 */
import type { QuadDocument } from '../../ontology';
import { vocabulary } from '../../ontology';
import { Evaluation } from '../evaluate';
import type { Change, Contradiction } from '../evaluate';
import type { Plan } from '../plan';
import type { Atom, Rule } from '../rule';
import * as ext from '../rules/ext';
import * as scm from '../rules/scm';
import type { Pattern } from '../source';
import type { Row } from '../table';
import { GraphRuleBuilder, NOWHERE } from './builder';
import { Datatypes } from './datatypes';
import { Equality } from './equality';
import { RdfGraph } from './graph';
import { NodeReader } from './node';
import { CONSTRUCTS } from './constructs';
import { TBox } from './tbox';

const SEMANTICS = { kind: 'Semantics', position: NOWHERE, text: 'OWL 2 RL/RDF' } as const;

export interface ReasonOptions {
  /** Maximum contradictions reported; 100 by default. */
  readonly maxContradictions?: number;
  /** True if sound rules beyond the specification's tables are used as well; true by default. */
  readonly beyondTables?: boolean;
}

/** Graph with everything that follows from it. */
export interface Closure {
  readonly graph: RdfGraph;
  /** Rules that the graph is closed under. */
  readonly plan: Plan;
  /** Contradictions; empty for a consistent graph. */
  readonly contradictions: readonly Contradiction[];
  readonly nodes: NodeReader;
  /** Number of triples that the documents state. Their rows come first. */
  readonly stated: number;
  /** True if a triple holds in every graph. */
  isAxiomatic(row: Row): boolean;
}

/** Closes a graph under the rules. */
export function closure(
  { quads, prefixes }: Pick<QuadDocument, 'quads' | 'prefixes'>,
  options: ReasonOptions = {},
): Closure {
  const graph = new RdfGraph(quads.length * 2);
  for (const quad of quads) graph.add(quad);
  return new Reasoning(graph, new NodeReader(graph, prefixes), options).run();
}

class Reasoning {
  private readonly rules: RuleSet;
  private readonly tbox: TBox;
  private readonly equality: Equality;
  private readonly datatypes: Datatypes;
  /** Rules that the graph is closed under. */
  private readonly closed = new Set<Rule>();
  private readonly contradictions = new Map<string, Contradiction>();
  private readonly stated: number;

  constructor(
    private readonly graph: RdfGraph,
    private readonly nodes: NodeReader,
    private readonly options: ReasonOptions,
  ) {
    this.rules = new RuleSet(options.beyondTables ?? true);
    this.tbox = new TBox(nodes, CONSTRUCTS);
    this.equality = new Equality(graph);
    this.datatypes = new Datatypes(nodes);
    this.stated = graph.table.length;
  }

  run(): Closure {
    this.rules.add(this.semantics());
    // The documents' triples are in the table but do not hold yet, so this run derives the axiomatic triples alone.
    let plan = this.plan();
    this.evaluate(plan, { seed: true });
    const axiomatic = this.graph.table.length;
    for (let round = 0; ; round++) {
      const added = [
        ...this.rules.add(this.tbox.update()),
        ...this.rules.add(this.datatypes.update(this.rules.all)),
        ...this.rules.add(this.equality.update(this.rules.all)),
      ];
      plan = this.plan();
      if (round > 0 && added.length === 0) break;
      this.evaluate(plan, round === 0 ? this.firstChange(axiomatic) : { revisit: this.rowsFor(added), seed: true });
    }
    const contradictions = [...this.contradictions.values()];
    const { graph, nodes, stated } = this;
    const isAxiomatic = (row: Row) => row >= stated && row < axiomatic;
    return { graph, plan, contradictions, nodes, stated, isAxiomatic };
  }

  private plan(): Plan {
    return { terms: this.graph.terms, type: this.nodes.type, rules: this.rules.all };
  }

  private semantics(): readonly Rule[] {
    const rule = new GraphRuleBuilder(this.graph, SEMANTICS);
    scm.axiomatic(rule);
    scm.schemaRules(rule);
    ext.complementIsOne(rule);
    rule.add('cls-nothing2', [{ atoms: [rule.type(rule.fresh(), vocabulary.owl.Nothing)], names: [] }]);
    return rule.rules;
  }

  private evaluate(plan: Plan, change: Change): void {
    const maximum = this.options.maxContradictions ?? 100;
    const evaluation = new Evaluation(plan, this.graph, { maxContradictions: maximum, closed: this.closed });
    const { contradictions } = evaluation.run(change);
    evaluation.commit();
    for (const rule of plan.rules) this.closed.add(rule);
    for (const contradiction of contradictions) {
      const key = `${this.rules.number(contradiction.rule)} ${contradiction.facts.join()}`;
      if (this.contradictions.size < maximum) this.contradictions.set(key, contradiction);
    }
  }

  /** Returns the first change: asserts the stated triples, and lets those that hold already trigger the new rules. */
  private firstChange(axiomatic: number): Change {
    const assertRows: Row[] = [];
    const revisit: Pattern[] = [];
    for (let row = 0; row < axiomatic; row++) {
      if (row < this.stated) assertRows.push(row);
      // A document may state an axiomatic triple too. Such a triple has triggered only the rules of the first run.
      if (this.graph.table.flags[row] !== 0) revisit.push(this.pattern(row));
    }
    return { assertRows, revisit, seed: true };
  }

  private pattern(row: Row): Pattern {
    const { subject, predicate, object } = this.graph.table;
    return { s: subject[row]!, p: predicate[row]!, o: object[row]! };
  }

  /** Returns the facts that trigger new rules: for each rule, those that match one atom of its body. */
  private rowsFor(rules: readonly Rule[]): Pattern[] {
    const rows = new Set<Row>();
    for (const { body } of rules) {
      const [atom] = body;
      if (atom) for (const row of this.rowsOf(narrowest(body) ?? atom)) rows.add(row);
    }
    return [...rows].map((row) => this.pattern(row));
  }

  private *rowsOf({ s, p, o }: Atom): Generator<number> {
    const { table } = this.graph;
    for (const row of this.graph.rowsOf(p, o > 0 ? o : 0)) if (s < 0 || table.subject[row] === s) yield row;
  }
}

/** Returns the atom with the most constants. */
function narrowest(body: readonly Atom[]): Atom | undefined {
  const constants = ({ s, o }: Atom) => Number(s > 0) + Number(o > 0);
  return [...body].sort((a, b) => constants(b) - constants(a))[0];
}

/** Set of rules; rules whose head is in their body are left out. */
class RuleSet {
  readonly all: Rule[] = [];
  private readonly numbers = new Map<string, number>();

  /** @param beyondTables true if rules named `ext-…` are included */
  constructor(private readonly beyondTables: boolean) {}

  /** @returns the new rules */
  add(rules: readonly Rule[]): readonly Rule[] {
    const added: Rule[] = [];
    for (const rule of rules) {
      const { body, head, name } = rule;
      if (!this.beyondTables && name.includes('ext-')) continue;
      const isIdle = head && body.some(({ s, p, o }) => s === head.s && p === head.p && o === head.o);
      const text = keyOf(rule);
      if (isIdle || this.numbers.has(text)) continue;
      this.numbers.set(text, this.all.length);
      this.all.push(rule);
      added.push(rule);
    }
    return added;
  }

  number(rule: Rule): number {
    return this.numbers.get(keyOf(rule))!;
  }
}

function keyOf({ body, head, distinct, filters }: Rule): string {
  return JSON.stringify([body, head, distinct, filters?.map(({ ref, test, negated }) => [ref, test.key, negated])]);
}
