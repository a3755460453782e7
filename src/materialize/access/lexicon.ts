/** The predicates that an axiom's text speaks of: whoever may not read all of them is not shown the axiom. */
import { Renderer } from '../../ontology';
import type { LoadedOntology } from '../../ontology';
import { IRI_PREDICATE } from '../../schema';

/** Tokens of the functional style: IRIs, literals, and what stands between blanks and brackets. */
const TOKENS = /<[^<>]*>|"(?:[^"\\]|\\.)*"|[^\s()]+/g;
/** Mark of a text that was cut off. */
const CUT = '…';

const lexicons = new WeakMap<LoadedOntology, Lexicon>();

export class Lexicon {
  /** Rendered property or individual → predicate; individuals are told by the predicate of IRIs. */
  private readonly predicates = new Map<string, string>();

  private constructor({ ontology, reduced, names }: LoadedOntology) {
    const renderer = new Renderer(ontology.prefixes);
    for (const individual of reduced.individuals) {
      this.predicates.set(renderer.individual(individual), IRI_PREDICATE.name);
    }
    for (const [iri, name] of Object.entries(names.toTable().properties)) this.predicates.set(renderer.iri(iri), name);
  }

  /** The lexicon of an ontology, made once. */
  static of(loaded: LoadedOntology): Lexicon {
    let lexicon = lexicons.get(loaded);
    if (!lexicon) lexicons.set(loaded, (lexicon = new Lexicon(loaded)));
    return lexicon;
  }

  /** @param text an axiom in functional style, as rules carry it; it may be cut off with an ellipsis */
  predicatesIn(text: string): ReadonlySet<string> {
    const names = new Set<string>();
    for (const token of text.match(TOKENS) ?? []) {
      const name = this.predicates.get(token);
      if (name !== undefined) names.add(name);
      const cut = token.indexOf(CUT);
      if (name === undefined && cut > 0) this.addBegunBy(token.slice(0, cut), names);
    }
    return names;
  }

  /** Part of a name tells something as well. */
  private addBegunBy(part: string, names: Set<string>): void {
    for (const [text, name] of this.predicates) if (text.startsWith(part)) names.add(name);
  }
}
