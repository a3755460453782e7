/** Full-text analysis: words without the language's stop words, each reduced to its stem. */
import { createRequire } from 'node:module';
import { newStemmer, type Stemmer } from 'snowball-stemmers';
import { languageBase } from './language';
import { porterStem } from './porter';
import { words } from './words';

/** The Snowball project's list, as in Dgraph. */
const ENGLISH = `i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers
  herself it its itself they them their theirs themselves what which who whom this that these those am is are was were
  be been being have has had having do does did doing would should could ought i'm you're he's she's it's we're they're
  i've you've we've they've i'd you'd he'd she'd we'd they'd i'll you'll he'll she'll we'll they'll isn't aren't wasn't
  weren't hasn't haven't hadn't doesn't don't didn't won't wouldn't shan't shouldn't can't cannot couldn't mustn't let's
  that's who's what's here's there's when's where's why's how's a an the and but if or because as until while of at by
  for with about against between into through during before after above below to from up down in out on off over under
  again further then once here there when where why how all any both each few more most other some such no nor not only
  own same so than too very`.split(/\s+/);

/** Names of the languages in the packages of stop words and of Snowball's algorithms. */
const NAMES: Readonly<Record<string, string>> = {
  ar: 'arabic',
  da: 'danish',
  de: 'german',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hu: 'hungarian',
  it: 'italian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
};

// The package declares types for ES modules only, though it has CommonJS files; hence `require`.
const load = createRequire(__filename);
const stopWords = new Map<string, ReadonlySet<string> | undefined>([['en', new Set(ENGLISH)]]);

function stopWordsOf(language: string): ReadonlySet<string> | undefined {
  const name = NAMES[language];
  if (name !== undefined && !stopWords.has(language)) {
    const { stopwords } = load(`@orama/stopwords/${name}`) as { stopwords: readonly string[] };
    stopWords.set(language, new Set(stopwords));
  }
  return stopWords.get(language);
}

const stemmers = new Map<string, Stemmer>();

function stemmerFor(language: string): ((word: string) => string) | undefined {
  if (language === 'en') return porterStem;
  const algorithm = NAMES[language];
  if (algorithm === undefined) return undefined;
  let stemmer = stemmers.get(language);
  if (!stemmer) {
    stemmer = newStemmer(algorithm);
    stemmers.set(language, stemmer);
  }
  return (word) => stemmer.stem(word);
}

/** Stems of the words other than stop words, in order, with repeats. `lang` is a tag; '' means English. */
export function fullTextTerms(text: string, lang: string): string[] {
  const language = languageBase(lang);
  const stop = stopWordsOf(language);
  const allWords = words(text);
  const indexedWords = stop ? allWords.filter((word) => !stop.has(word)) : allWords;
  if (language === 'zh' || language === 'ja' || language === 'ko') return pairs(indexedWords);
  const stem = stemmerFor(language);
  if (!stem) return indexedWords;
  const terms = indexedWords.map(stem);
  // A stemmer keeps its last word, which would keep the whole text alive.
  stem('');
  return terms;
}

const IDEOGRAPH = /^[\p{Ideographic}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

/** Pairs of neighbouring ideographs, and other words unchanged: search in languages without spaces. */
function pairs(allWords: readonly string[]): string[] {
  const out: string[] = [];
  let run: string[] = [];
  const flush = (): void => {
    if (run.length === 1) out.push(run[0]!);
    for (let i = 0; i + 1 < run.length; i++) out.push(run[i]! + run[i + 1]!);
    run = [];
  };
  for (const word of allWords) {
    if (IDEOGRAPH.test(word)) {
      run.push(...Array.from(word));
    } else {
      flush();
      out.push(word);
    }
  }
  flush();
  return out;
}
