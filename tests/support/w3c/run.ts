/** Runs the reasoner alone over a graph and returns entailments with their rules. */
import type { QuadDocument } from '../../../src/rdf';
import { parseTurtle } from '../../../src/rdf';
import { closure, NTriplesWriter, StepFinder, type Closure } from '../../../src/reasoner/rdf';
import { termText } from '../../../src/reasoner/rdf/terms';
import type { ReasonOptions } from '../../../src/reasoner/rdf/reason';
import { explainContradiction } from '../../../src/reasoner';
import type { Proof } from '../../../src/reasoner';
import type { Triple } from './entailment';

export const triplesOf = ({ quads }: QuadDocument): Triple[] =>
  quads.map(({ subject, predicate, object }) => [termText(subject), predicate, termText(object)]);

export const triples = (turtle: string): Triple[] => triplesOf(parseTurtle(turtle));

/** Closure as N-Triples. */
export class Reasoned {
  readonly closed: Closure;

  constructor(turtle: string, options?: ReasonOptions) {
    this.closed = closure(parseTurtle(turtle), options);
  }

  /** Lists every printed triple. */
  *triples(): Generator<Triple> {
    const { graph } = this.closed;
    const writer = new NTriplesWriter(graph);
    const { subject, predicate, object, length } = graph.table;
    const terms = new Set<number>([graph.id(SAME_AS)]);
    for (let row = 0; row < length; row++) {
      if (writer.line(row) === undefined) continue;
      for (const id of [subject[row]!, predicate[row]!, object[row]!]) terms.add(id);
      yield [graph.text(subject[row]!), graph.text(predicate[row]!), graph.text(object[row]!)];
    }
    for (const id of terms) {
      const text = graph.text(id);
      if (!text.startsWith('"')) yield [text, SAME_AS, text];
    }
  }

  get contradictions(): readonly string[] {
    return this.closed.contradictions.map(({ rule }) => rule.name);
  }

  /** Returns the rules by which a triple follows from the documents; none for a stated triple. */
  rulesOf([s, p, o]: Triple): ReadonlySet<string> {
    const { graph } = this.closed;
    const [si, pi, oi] = [s, p, o].map((text) => graph.terms.find(text)) as [number, number, number];
    const rules = new Set<string>();
    const row = graph.table.find(si, pi, oi);
    if (row < 0) return s === o && p === SAME_AS ? new Set(['eq-ref']) : rules;
    const finder = new StepFinder(this.closed);
    const visited = new Set<number>();
    for (const open = [row]; open.length > 0;) {
      const at = open.pop()!;
      if (visited.has(at)) continue;
      visited.add(at);
      const step = finder.step(at);
      if (!step) continue;
      for (const name of step.rule.name.split('+')) rules.add(name);
      open.push(...step.rows);
    }
    return rules;
  }

  /** Returns the rules of the shortest proof of the first contradiction. */
  rulesOfContradiction(): ReadonlySet<string> {
    const [first] = this.closed.contradictions;
    const rules = new Set<string>();
    if (!first) return rules;
    const [proof] = explainContradiction(this.closed.plan, this.closed.graph, first).proofs;
    const visit = ({ rule, premises }: Pick<Proof, 'rule' | 'premises'>): void => {
      for (const name of rule?.name.split('+') ?? []) rules.add(name);
      premises.forEach(visit);
    };
    visit(proof ?? { rule: first.rule, premises: [] });
    return rules;
  }
}

const SAME_AS = 'http://www.w3.org/2002/07/owl#sameAs';
