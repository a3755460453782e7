/** Classes compared with one another: "Is every terrier a dog?", "Are cats dogs?" The ontology answers. */
import type { Sayings } from '../language/data';
import { withArticle } from '../../util/text';
import type { Solution } from './answer';
import type { Names } from './names';
import type { Schema } from './schema';
import type { Chunked } from './types';

/**
 * "Are cats dogs?", "Is every terrier a dog?": of classes alone, if the ontology decides; `open` if it does not, and no
 * word tells if one or all of the members are meant.
 */
export function kindsAsked(
  { form, chunks, sayings }: Chunked,
  { schema, language }: Names,
): Solution | 'open' | undefined {
  const [one, other, ...more] = chunks.map(({ meanings }) => meanings[0]!);
  if (form.wants !== 'verdict' || more.length > 0 || one?.kind !== 'class' || other?.kind !== 'class') return undefined;
  if (chunks.some(({ meanings }) => meanings.some(({ kind }) => kind === 'nodes'))) return undefined;
  if (one.or || other.or || form.isOfNone || chunks.some(({ isNegated }) => isNegated)) return undefined;
  // "Does every dog have an owner?", "has every dog an owner?"
  const beside = form.lower
    .toSpliced(chunks[1]!.from, chunks[1]!.to - chunks[1]!.from)
    .toSpliced(chunks[0]!.from, chunks[0]!.to - chunks[0]!.from);
  if (beside.some(language.oneOf('having'))) return undefined;
  const isSome = form.lower.some(language.oneOf('existential'));
  // "Are some animals horses?": those that are none do not matter.
  const isPartly = isSome && schema.vocabulary.below(one.name).some((each) => schema.isWithin(each, other.name));
  const decided = isPartly ? undefined : kindsCompared(one.name, other.name, schema, sayings);
  const reading = `${schema.label(one.name)} and ${schema.label(other.name)}`;
  if (decided) return { answer: decided.text, names: [], statements: [], reading };
  return form.universal === undefined && !isSome ? 'open' : undefined;
}

/**
 * Decides by the hierarchy if every member of a class, or none, is in another.
 *
 * @returns undefined if the ontology does not decide
 */
export function kindsCompared(
  lower: string,
  upper: string,
  schema: Schema,
  sayings: Sayings,
): { readonly text: string } | undefined {
  const { vocabulary } = schema;
  const { yes, no, every, none, is } = sayings;
  const tell = (verdict: string, quantifier: string | null, name: string, other: string): string =>
    quantifier === null || is === null
      ? `${verdict}.`
      : `${verdict}: ${quantifier} ${schema.label(name)} ${is} ${withArticle(schema.label(other))}.`;
  if (schema.isWithin(lower, upper)) return { text: tell(yes, every, lower, upper) };
  const excluded = vocabulary.disjointWith(upper);
  if (excluded.has(lower)) return { text: tell(no, none, lower, upper) };
  const exception = vocabulary.below(lower).find((each) => excluded.has(each));
  if (exception === undefined) return undefined;
  const told = tell(no, none, exception, upper);
  return {
    text:
      every === null ? told : `${tell(no, every, exception, lower).slice(0, -1)}, and ${told.slice(`${no}: `.length)}`,
  };
}
