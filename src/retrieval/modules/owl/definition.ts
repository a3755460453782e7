/** Questions about the terms themselves: "What is a barrique?", "What does `foudre` mean?", "Define cooperage." */
import type { Term, Vocabulary } from '../../knowledge/vocabulary';
import { wordsOf } from '../../language/words';

/** What the ontology says that a term means. */
export interface Definition {
  /** IRIs of what is defined. */
  readonly of: readonly string[];
  /** Null where it says nothing of that. */
  readonly text: string | null;
}

/** "What does … mean?": with a closer behind what is asked about. */
const WHAT_DOES = /^what does /i;
/** What is asked about stands behind it. */
const OPENERS: readonly RegExp[] = [
  /^(?:please )?(?:define|explain)(?: to me)?(?: what)? /i,
  /^(?:(?:what is|tell me|give me|state) )?(?:the )?(?:definition|meaning|sense) of /i,
  /^what is (?:meant|understood) (?:by|with|under) /i,
  /^what (?:do|does) (?:you|they|people|one|it) (?:mean|understand) (?:by|under) /i,
  WHAT_DOES,
  /^what is (?=an? )/i,
];
const CLOSER = / (?:mean|denote|signify|stand for|refer to)(?: here| exactly)?$/i;
/** "Explain what a barrique is." */
const IS = / (?:is|are|means?)$/i;
const KINDS = /^(?:the )?(?:term|word|concept|notion|expression|class|property|relation) /i;
const ARTICLE = /^(?:an?|the) /i;
/** Characters: a longer question defines no term. */
const MOST = 200;
/** Terms of one name that are told. */
const MOST_TERMS = 3;

/**
 * @param question in plain words
 * @returns undefined where the question is no such one, or the ontology has no such term or says nothing of it
 */
export function defined(question: string, vocabulary: Vocabulary): Definition | undefined {
  const asked = nameAsked(question);
  if (asked === undefined) return undefined;
  const terms = termsCalled(asked, vocabulary);
  const told = terms.flatMap((term) => {
    const text = textOf(term, vocabulary);
    return text === undefined ? [] : [{ term, text }];
  });
  const texts = new Set(told.map(({ text }) => text));
  if (told.length === 0 || told.length > MOST_TERMS) return undefined;
  const written =
    texts.size === 1
      ? told[0]!.text
      : told.map(({ term, text }) => `${term.labels[0]!} (${term.kind}): ${text}`).join(' ');
  return { of: told.map(({ term }) => term.iri), text: written };
}

/** The words that are to be explained; undefined where no question asks for that. */
export function nameAsked(question: string): string | undefined {
  if (question.length > MOST) return undefined;
  const plain = question
    .replace(/["“”„«»`*]/g, '')
    .replace(/(?<!\p{L})['‘’]|['‘’](?!\p{L})/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/(?<![\s?.!:])[\s?.!:]+$/, '')
    .trim();
  const opener = OPENERS.find((pattern) => pattern.test(plain));
  if (!opener) return undefined;
  let name = plain.replace(opener, '');
  if (opener === WHAT_DOES) {
    if (!CLOSER.test(name)) return undefined;
    name = name.replace(CLOSER, '');
  } else name = name.replace(IS, '');
  name = name.replace(ARTICLE, '').replace(KINDS, '').replace(ARTICLE, '');
  return name === '' ? undefined : name;
}

/** Classes and properties with exactly this name, classes first. */
function termsCalled(name: string, vocabulary: Vocabulary): readonly Term[] {
  const words = wordsOf(name);
  if (words.length === 0) return [];
  const [match, ...others] = vocabulary.match(words);
  if (!match || others.length > 0 || match.from !== 0 || match.to !== words.length) return [];
  const classes = match.terms.filter(({ kind }) => kind === 'class');
  const terms = classes.length > 0 ? classes : match.terms;
  // "Cooperage" shares its stem with `cooper`: what is written so counts first.
  const folded = name.toLowerCase();
  return terms.filter(({ labels }) => labels.some((label) => isForm(folded, label.toLowerCase())));
}

/** Singular and plural of one word. */
const isForm = (one: string, other: string): boolean =>
  one === other || [one, other].some((long) => long.replace(/(?:e?s)$/, '') === (long === one ? other : one));

/** Its definition, or else the class directly above it. */
function textOf({ kind, name, definitions }: Term, vocabulary: Vocabulary): string | undefined {
  if (definitions.length > 0) return definitions[0];
  if (kind !== 'class') return undefined;
  const parents = vocabulary.parents(name).map((each) => vocabulary.labelOf(each));
  return parents.length === 0 ? undefined : `A kind of ${parents.sort().join(' and of ')}.`;
}
