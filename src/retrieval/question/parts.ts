/** Words of a question that stand apart and are one name. */
import type { Amounts } from './amounts';
import type { Asked } from './asked';
import { isRelation, type Chunk } from './types';
import { COST } from './weights';

type Use = (words: Pick<Chunk, 'from' | 'to'>) => unknown;

/** True if a chunk is no more than a part of names. */
const isPart = ({ meanings }: Chunk): boolean =>
  meanings.every((each) => isRelation(each) && each.cost >= COST.synonym);

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

/** Takes words without a meaning for the rest of a verb of which the question has all: "findet … statt". */
export function joinParts(chunks: Chunk[], unknownAt: number[], { words, names }: Asked, use: Use): void {
  const { language, schema } = names;
  const stems = new Set(words.map(({ stem }) => stem));
  const isWhole = (property: string, stem: string): boolean =>
    schema.vocabulary.properties.get(property)!.labels.some((label) => {
      const own = language.words(label).filter((word) => !language.isGrammar(word));
      return own.some((word) => word.stem === stem) && own.every((word) => stems.has(word.stem));
    });
  for (const at of [...unknownAt])
    for (const [i, chunk] of chunks.entries()) {
      const own = chunk.meanings.filter((each) => isRelation(each) && isWhole(each.relation.property, words[at]!.stem));
      if (own.length === 0) continue;
      chunks[i] = { ...chunk, meanings: own.map((each) => ({ ...each, cost: Math.max(0, each.cost - COST.part) })) };
      unknownAt.splice(unknownAt.indexOf(at), 1);
      use({ from: at, to: at + 1 });
      break;
    }
}
