/** Rules made of triples: the builder of the rules' functions, with IRIs and blank nodes as names. */
import type { Position, RlAxiom } from '../../ontology';
import { vocabulary } from '../../ontology';
import type { Atom, Rule, RuleAxiom } from '../rule';
import { RuleBuilder, withAtom } from '../rules/builder';
import type { Body, Vocabulary } from '../rules/builder';
import type { TermId } from '../terms';
import type { RdfGraph } from './graph';
import { literalText } from './terms';

const same = (text: string): string => text;

/** Names in facts are the terms themselves. */
export function graphVocabulary(): Vocabulary {
  return {
    type: vocabulary.rdf.type,
    class: same,
    property: same,
    individual: same,
    literal: (_, literal) => literalText(literal),
    range: () => {
      throw new Error('in a graph a data range is a class like any other');
    },
    equality: true,
    signature: { classes: [], objectProperties: [], dataProperties: [], individuals: [] },
  };
}

/** What is shown of rules that hold without an axiom. */
export const NOWHERE: Position = { line: 0, column: 0 };

/** The builder of one construct's rules. */
export class GraphRuleBuilder extends RuleBuilder {
  /**
   * @param axiom what is shown of the construct
   * @param grounds triples of the construct that are themselves inferred: premises of all its rules
   */
  constructor(
    graph: RdfGraph,
    axiom: RuleAxiom,
    private readonly grounds: readonly Atom[] = [],
    names: Vocabulary = graphVocabulary(),
  ) {
    // The functions of rules/ that are called here read no more of an axiom than what a rule keeps of it.
    super(axiom as RlAxiom, names, (text): TermId => graph.id(text));
  }

  override add(name: string, bodies: readonly Body[], head?: Atom, distinct?: Rule['distinct']): void {
    super.add(name, this.grounds.length > 0 ? withAtom(bodies, ...this.grounds) : bodies, head, distinct);
  }
}

/** What an axiom keeps of the triples that it was read off. */
export const shown = ({ axiom: { position, text } }: RuleBuilder): Pick<RlAxiom, 'position' | 'text'> => ({
  position,
  text,
});
