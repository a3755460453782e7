/** Causes that sentences tell: "It was sold because the roof leaked." */
import { phrasePattern } from '../../evidence/asserted';
import { ANSWERS } from '../../language/data';
import { termsIn, type Question } from './question';
import type { Sentence } from './windows';

const MARKERS = new Map(
  Object.entries(ANSWERS).map(([tag, { causes, effects }]) => [
    tag,
    { causes: phrasePattern(causes), effects: phrasePattern(effects) },
  ]),
);

/**
 * True if a sentence gives a cause for what the question asks about: the clause beside the cause has the question's
 * words, names aside.
 */
export function causeTold({ terms, names, tag }: Question, { clauses }: Sentence, language: string): boolean {
  const { causes, effects } = MARKERS.get(tag)!;
  const common = terms.filter((term) => !names.includes(term));
  const says = (part: string): boolean => {
    const own = new Set(termsIn(part, language));
    return common.length > 0 && common.every((term) => own.has(term));
  };
  return clauses.some(({ text }, i) => {
    const last = i === 0 ? '' : clauses[i - 1]!.text;
    const cause = causes.exec(text);
    if (cause) {
      const before = text.slice(0, cause.index);
      if (says(/\p{L}/u.test(before) ? before : last)) return true;
      // "Because the roof leaked, it was sold."
      const end = text.indexOf(',', cause.index);
      if (i === 0 && end >= 0 && says(text.slice(end))) return true;
    }
    const effect = effects.exec(text);
    const hasCause = effect !== null && /\p{L}/u.test(last + text.slice(0, effect.index));
    return hasCause && says(text.slice(effect.index + effect[0].length));
  });
}
