/**
 * Texts from a grammar. A rule has alternatives; `«name»` in an alternative stands for a rule.
 *
 *     expand(random, { start: ['«word»', '(«start»)'], word: ['a', 'b'] }, 'start')   → ((b))
 */
import type { Random } from './random';

/** The first alternative of a rule must not lead back to it: it is taken where the depth is used up. */
export type Grammar = Readonly<Record<string, readonly string[]>>;

const MAX_DEPTH = 12;
const MAX_CHARACTERS = 20_000;

export function expand(random: Random, grammar: Grammar, rule: string): string {
  let size = 0;
  const grow = (name: string, depth: number): string => {
    const alternatives = grammar[name];
    if (!alternatives) throw new Error(`the grammar has no rule ${name}`);
    const isOver = depth > MAX_DEPTH || size > MAX_CHARACTERS;
    const text = isOver ? alternatives[0]! : random.pick(alternatives);
    size += text.length;
    return text.replace(/«(\w+)»/g, (_, inner: string) => grow(inner, depth + 1));
  };
  return grow(rule, 0);
}

/** Rules that an alternative names and the grammar lacks. */
export function undefinedRules(grammar: Grammar): string[] {
  const named = Object.values(grammar).flatMap((all) => all.flatMap((text) => [...text.matchAll(/«(\w+)»/g)]));
  return [...new Set(named.map(([, name]) => name!))].filter((name) => !(name in grammar));
}
