/** What joins parts of a candidate that no word joins: being the same, or a property that no word names. */
import { BE, DISTANCE, isLiteral, joined, link, PREPOSITION, type Draft, type State } from './draft';
import type { Schema } from './schema';
import type { Meaning } from './types';

/** What joins parts that no word joins. */
export function joins(draft: Draft, state: State): State[] {
  const { terms, question } = draft;
  const { words } = question.form;
  const out: State[] = [];
  const first = state.parts[0]!;
  for (const [i, left] of terms.entries()) {
    for (const [j, right] of terms.entries()) {
      if (j <= i || state.parts[i] === state.parts[j] || (state.parts[i] !== first && state.parts[j] !== first))
        continue;
      const between = words.slice(left.to, right.at).map(({ text }) => text.toLowerCase());
      const away = (j - i - 1) * DISTANCE;
      const equal = samenessCost(draft, i, j, between);
      if (equal !== undefined) {
        out.push({
          ...state,
          same: [...state.same, [i, j]],
          parts: joined(state.parts, i, j),
          spans: [...state.spans, [left.at, right.at]],
          cost: state.cost + equal + away,
        });
      }
      for (const { property, isLeftSubject, cost } of unnamed(draft, i, j, between)) {
        const made = link(
          state,
          { property, subject: isLeftSubject ? i : j, object: isLeftSubject ? j : i },
          cost + away,
          [left.at, right.at],
        );
        if (made) out.push(made);
      }
    }
  }
  return out;
}

/** What it costs to take two terms for the same; undefined where nothing speaks for it. */
function samenessCost(
  { terms, question, verbs }: Draft,
  i: number,
  j: number,
  between: readonly string[],
): number | undefined {
  const [left, right] = [terms[i]!.meaning, terms[j]!.meaning];
  if (isLiteral(left) && isLiteral(right)) return undefined;
  if (isLiteral(left) || isLiteral(right)) {
    // "Which length is 58?": a relational noun and its value.
    const other = isLiteral(left) ? right : left;
    return other.kind === 'noun' ? 0.2 : undefined;
  }
  if (left.kind === 'nodes' && right.kind === 'nodes') return undefined;
  // "What year saw the launch", "how much is the length".
  if (left.kind === 'asked' && right.kind === 'noun' && question.form.wants !== 'node') return 0.3;
  const words = question.form.words.map(({ text }) => text.toLowerCase());
  const isCopula = between.some((word) => BE.has(word)) && !between.some((word) => PREPOSITION.test(word));
  // "… that grows there and is an edible plant".
  if (
    /(?:^| )(?:and|that|which|who) (?:is|are|was|were)(?: also)?(?: an?| the)?$/.test(between.join(' ')) &&
    right.kind === 'class'
  )
    return 0.1;
  const hasVerb = verbs.some(({ at }) => at > terms[i]!.at && at < terms[j]!.at);
  if (between.length === 0 && left.kind === 'class' && right.kind === 'class') return 0;
  if (between.length === 0 && (left.kind === 'class' || left.kind === 'any') !== (right.kind === 'class')) return 0;
  if (isCopula && !hasVerb) return 0.1;
  if (between.every((word) => /^(?:the|a|an|called|named|as|also|both)$/.test(word)) && between.length > 0) return 0.3;
  // "Is the Fulmar a steamship?", "of which ships is Holm Creek the home port?"
  const beAt = words.findIndex((word) => BE.has(word));
  if (beAt >= 0 && beAt < terms[i]!.at && !hasVerb) return 0.4;
  if (/^(?:in|at|on|by|for|with|from|to)$/.test(between[0] ?? '') && (left.kind === 'noun' || right.kind === 'noun'))
    return 0.5;
  if (words.some((word) => /^(?:can|could|may|called|count)$/.test(word))) return 0.6;
  return undefined;
}

/** Properties that connect two terms by their classes alone, the most specific first. */
function unnamed(
  { terms, schema, question }: Draft,
  i: number,
  j: number,
  between: readonly string[],
): { readonly property: string; readonly isLeftSubject: boolean; readonly cost: number }[] {
  const [left, right] = [classesOf(terms[i]!.meaning, schema), classesOf(terms[j]!.meaning, schema)];
  if (left.length === 0 || right.length === 0) return [];
  const isPossessive = /['’]s?$/.test(question.form.words[terms[i]!.to - 1]?.text ?? '') && between.length === 0;
  const isOf = between[0] === 'of' || isPossessive;
  const isPreposition = /^(?:in|at|on|from|to|for|by|with|has|have|had|of)$/.test(
    between.find((word) => !isArticle(word) && !BE.has(word)) ?? '',
  );
  const price = isOf ? 0.6 : isPreposition ? 0.9 : undefined;
  if (price === undefined || between.length > 4) return [];
  const found: { property: string; isLeftSubject: boolean; cost: number; rank: number }[] = [];
  for (const [name, term] of schema.vocabulary.properties) {
    if (!term.isObject) continue;
    const [domain, range] = [schema.classesOf(name, 'subject'), schema.classesOf(name, 'object')];
    if (domain.length === 0 || range.length === 0) continue;
    for (const isLeftSubject of [true, false]) {
      const [subject, object] = isLeftSubject ? [left, right] : [right, left];
      const fit = fits(subject, domain, schema) + fits(object, range, schema);
      if (Number.isFinite(fit)) found.push({ property: name, isLeftSubject, cost: price + fit, rank: fit });
    }
  }
  return found.sort((a, b) => a.rank - b.rank).slice(0, 4);
}

const isArticle = (word: string): boolean => word === 'the' || word === 'a' || word === 'an';

/** 0 where a class is what the property says, more where it is below or above; infinite where it is neither. */
function fits(classes: readonly string[], of: readonly string[], schema: Schema): number {
  let best = Infinity;
  for (const name of classes) {
    for (const other of of) {
      if (name === other) return 0;
      if (schema.isWithin(name, other)) best = Math.min(best, 0.15);
      else if (schema.isWithin(other, name)) best = Math.min(best, 0.5);
    }
  }
  return best;
}

function classesOf(meaning: Meaning, schema: Schema): readonly string[] {
  if (meaning.kind === 'class') return [meaning.name];
  if (meaning.kind === 'nodes') return [...new Set(meaning.nodes.flatMap(({ types }) => types))];
  if (meaning.kind === 'noun') {
    const { property, head } = meaning.relation;
    return head ? schema.classesOf(property, head) : [];
  }
  return [];
}
