/** Words of a question that stand apart and are one name. */
import type { Amounts } from './amounts';
import type { Asked } from './asked';
import { isRelation, type Chunk } from './types';
import { COST } from './weights';

type Use = (words: Pick<Chunk, 'from' | 'to'>) => unknown;

/** True if a chunk is no more than a part of names. */
const isPart = ({ meanings }: Chunk): boolean =>
  meanings.every((each) => isRelation(each) && each.cost >= COST.synonym);

/** Joins neighbours that are the beginning of one name: "in Betrieb genommen", though `in Betrieb` is a name, too. */
export function mergeBeginnings(chunks: Chunk[], { words, names }: Asked): void {
  for (let i = chunks.length - 2; i >= 0; i--) {
    const [first, second] = [chunks[i]!, chunks[i + 1]!];
    if (first.to !== second.from || second.isNegated) continue;
    const text = words.slice(first.from, second.to).map((word) => word.text.toLowerCase());
    const isBegun = (label: string): boolean => `${label.toLowerCase()} `.startsWith(`${text.join(' ')} `);
    const { properties } = names.schema.vocabulary;
    const meanings = [...first.meanings, ...second.meanings].filter(
      (each) => isRelation(each) && properties.get(each.relation.property)!.labels.some(isBegun),
    );
    if (meanings.length > 0) chunks.splice(i, 2, { ...first, to: second.to, meanings });
  }
}

/** Joins chunks that are parts of the name of a number: "How many tickets were sold" of `tickets sold`. */
export function mergeParts(chunks: Chunk[], amounts: Amounts, use: Use): void {
  for (const [i, first] of chunks.entries()) {
    const others = chunks.slice(i + 1).filter(isPart);
    if (!isPart(first)) continue;
    for (const other of others) {
      const shared = amounts.figuresOf(other, false).filter((name) => amounts.figuresOf(first, false).includes(name));
      if (shared.length === 0) continue;
      const meanings = first.meanings.filter((each) => isRelation(each) && shared.includes(each.relation.property));
      chunks[i] = { ...first, meanings: meanings.map((each) => ({ ...each, cost: each.cost / 2 })) };
      chunks.splice(chunks.indexOf(other), 1);
      use(other);
    }
  }
}

/** "Wer nimmt Gäste auf?": with the verb in one word, if something is called so. */
export function rejoined(asked: Asked): Asked {
  const { words, named, names } = asked;
  const { language } = names;
  const particle = words.at(-1);
  const isNamed = named.some(({ start, end }) => particle && start <= particle.start && particle.end <= end);
  if (!particle || isNamed || !language.is('separable', particle.text)) return asked;
  for (const [i, word] of words.slice(0, -1).entries()) {
    // "Nimmt sie Gäste auf?"
    const verb = i === 0 ? word.text.toLowerCase() : word.text;
    const text = particle.text + verb;
    const whole = { ...word, text, stem: language.stem(text) };
    if (language.isParticiple(verb) && names.isVerb(whole))
      return { ...asked, words: words.slice(0, -1).with(i, whole) };
  }
  return asked;
}
