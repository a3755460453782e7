/**
 * Questions about classes alone: "Is every terrier a dog?", "Are cats dogs?", "Is a vet a kind of person?" The ontology
 * answers.
 */
import type { ClassTerm, TermMatch, Vocabulary } from '../../knowledge/vocabulary';
import { withArticle } from '../../../util/text';
import { wordsOf } from '../../language/words';
import type { Definition } from './definition';
import { Schema } from './schema';

const BEGINS = /^(?:is|are|can|could|must|does) (?:(every|each|all|any) |an? )?/i;
/** Between the two. */
const LINK =
  /^(?: (?:be|always|necessarily|also|both|an?|(?:kinds?|types?|sorts?|subclass(?:es)?) of|member of|members of))*$/i;
const ALWAYS = /\b(?:always|necessarily|kinds?|types?|sorts?|subclass(?:es)?)\b/i;

/**
 * @param question in plain words
 * @returns undefined where the question is no such one, or one that members may decide; its text is null where it is
 * about all
 *   members, and neither the hierarchy nor disjoint classes decide it
 */
export function kindsCompared(question: string, vocabulary: Vocabulary): Definition | undefined {
  const begin = BEGINS.exec(question);
  if (!begin) return undefined;
  const asked = question.slice(begin[0].length).replace(/(?<![\s?.!])[\s?.!]+$/, '');
  const words = wordsOf(asked);
  const [one, other, ...more] = vocabulary.match(words);
  if (!one || !other || more.length > 0 || one.from !== 0 || other.to !== words.length) return undefined;
  const between = asked.slice(words[one.to - 1]!.end, words[other.from]!.start).trimEnd();
  const [lower, upper] = [classOf(one), classOf(other)];
  if (!lower || !upper || lower === upper || !LINK.test(between)) return undefined;
  const isOfAll = begin[1] !== undefined || ALWAYS.test(between);
  const told = (text: string | null): Definition => ({ of: [lower.iri, upper.iri], text });
  const [name, kind] = [vocabulary.labelOf(lower.name), vocabulary.labelOf(upper.name)];
  const decided = Schema.of(vocabulary).compareKinds(lower.name, upper.name);
  if (decided) return told(decided.text);
  const excludes = vocabulary.disjointWith(upper.name);
  if (!isOfAll) return undefined;
  const exception = vocabulary.below(lower.name).find((each) => excludes.has(each));
  // That all there are happen to be so does not make it so.
  if (exception === undefined) return told(null);
  const label = vocabulary.labelOf(exception);
  return told(`No: every ${label} is ${withArticle(name)}, and no ${label} is ${withArticle(kind)}.`);
}

/** The one class that is called so. */
function classOf({ terms }: TermMatch): ClassTerm | undefined {
  const classes = terms.filter((term): term is ClassTerm => term.kind === 'class');
  return classes.length === 1 ? classes[0] : undefined;
}
