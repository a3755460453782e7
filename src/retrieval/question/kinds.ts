/** Classes compared with one another: "Is every terrier a dog?", "Are cats dogs?" The ontology answers. */
import type { Sayings } from '../language/data';
import { withArticle } from '../../util/text';
import type { Schema } from './schema';

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
