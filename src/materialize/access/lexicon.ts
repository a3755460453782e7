/** Predicates that occur in the text of an axiom. A client that may not read all of them is not shown the axiom. */
import { Renderer } from '../../ontology';
import type { LoadedTerms } from '../../ontology';
import { IRI_PREDICATE } from '../../schema';

/** Tokens of the functional style: IRIs, literals, and other text between spaces and parentheses. */
const TOKENS = /<[^<>]*>|"(?:[^"\\]|\\.)*"|[^\s()]+/g;
/** Mark of a truncated text. */
const CUT = '…';

const lexicons = new WeakMap<LoadedTerms, Lexicon>();

export class Lexicon {
  /** Predicates by rendered property or individual; an individual has the predicate of IRIs. */
  private readonly predicates = new Map<string, string>();

  private constructor({ ontology, reduced, names }: LoadedTerms) {
    const renderer = new Renderer(ontology.prefixes);
    for (const individual of reduced.individuals) {
      this.predicates.set(renderer.individual(individual), IRI_PREDICATE.name);
    }
    for (const [iri, name] of Object.entries(names.toTable().properties)) this.predicates.set(renderer.iri(iri), name);
  }

  /** Returns the lexicon of an ontology, created once. */
  static of(loaded: LoadedTerms): Lexicon {
    let lexicon = lexicons.get(loaded);
    if (!lexicon) lexicons.set(loaded, (lexicon = new Lexicon(loaded)));
    return lexicon;
  }

  /** @param text axiom in functional style, as in rules; it may be truncated with an ellipsis */
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

  /** Adds the predicates of all terms that begin with a part: a truncated name reveals something as well. */
  private addBegunBy(part: string, names: Set<string>): void {
    for (const [text, name] of this.predicates) if (text.startsWith(part)) names.add(name);
  }
}
