/** Rule builder for triples, with IRIs and blank nodes as names. */
import type { Position, RlAxiom } from '../../ontology';
import { vocabulary } from '../../ontology';
import type { Atom, Rule, RuleAxiom } from '../rule';
import { RuleBuilder, withAtom } from '../rules/builder';
import type { Body, Vocabulary } from '../rules/builder';
import type { TermId } from '../terms';
import type { RdfGraph } from './graph';
import { literalText } from './terms';

const identity = (text: string): string => text;

/** Returns the vocabulary of a graph: names in facts are the terms themselves. */
export function graphVocabulary(): Vocabulary {
  return {
    type: vocabulary.rdf.type,
    class: identity,
    property: identity,
    individual: identity,
    literal: (_, literal) => literalText(literal),
    range: () => {
      throw new Error('in a graph a data range is a class like any other');
    },
    equality: true,
    signature: { classes: [], objectProperties: [], dataProperties: [], individuals: [] },
  };
}

/** Position of rules that hold without an axiom. */
export const NOWHERE: Position = { line: 0, column: 0 };

/** Builder of one construct's rules. */
export class GraphRuleBuilder extends RuleBuilder {
  /**
   * @param axiom description of the construct
   * @param grounds inferred triples that make the construct; they are premises of all its rules
   */
  constructor(
    graph: RdfGraph,
    axiom: RuleAxiom,
    private readonly grounds: readonly Atom[] = [],
    names: Vocabulary = graphVocabulary(),
  ) {
    // The functions of rules/ called here read only those members of an axiom that a rule copies.
    super(axiom as RlAxiom, names, (text): TermId => graph.id(text));
  }

  override add(name: string, bodies: readonly Body[], head?: Atom, distinct?: Rule['distinct']): void {
    super.add(name, this.grounds.length > 0 ? withAtom(bodies, ...this.grounds) : bodies, head, distinct);
  }
}

/** Returns the position and text that an axiom takes from its triples. */
export const sourceOf = ({ axiom: { position, text } }: RuleBuilder): Pick<RlAxiom, 'position' | 'text'> => ({
  position,
  text,
});
