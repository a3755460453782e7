/** Search by terms, full text and n-grams. */
import type { TermsFunction } from '../../plan';
import type { UidList } from '../../storage/view';
import { queryTokens, tokens } from '../../tokenizers';
import type { Context } from '../context';
import { tryConvert, valuesInLanguage } from '../read';
import { intersect, intersectAll, NO_UIDS, select, unionAll } from '../uids';

/** Up to so many nodes their values are read instead of the index. */
const FEW = 16;

export function searchTerms(
  ctx: Context,
  func: TermsFunction,
  texts: readonly string[],
  src: UidList | undefined,
): UidList {
  const { predicate } = func;
  const declaration = predicate.declaration!;
  const lang = predicate.langs[0] ?? '';
  // Terms are those of English whatever the language; full text is analysed in the language that is asked for.
  const wanted = queryTokens(texts[0]!, func.tokenizer, func.tokenizer === 'term' || lang === '.' ? '' : lang);
  if (wanted.length === 0) return NO_UIDS;
  const tellsLanguages = declaration.lang && lang !== '.' && declaration.type === 'string';
  if (src && src.length <= FEW && !declaration.list && (tellsLanguages || !declaration.lang)) {
    return matchValues(ctx, func, wanted, src);
  }
  const lists = wanted.map((token) => ctx.view.indexed(predicate.name, func.tokenizer, token));
  let found = func.all ? intersectAll(lists) : unionAll(lists);
  if (src) found = intersect(found, src);
  return tellsLanguages ? matchValues(ctx, func, wanted, found) : found;
}

function matchValues(ctx: Context, func: TermsFunction, wanted: readonly Buffer[], candidates: UidList): UidList {
  const { predicate, tokenizer } = func;
  const lang = predicate.langs[0] ?? '';
  const sought = wanted.map((token) => token.toString('latin1'));
  return select(candidates, (uid) => {
    ctx.limits.step();
    return valuesInLanguage(ctx.view, predicate, uid).some((stored) => {
      const value = tryConvert(stored.value, 'string');
      if (!value) return false;
      const there = new Set(tokens(value, tokenizer, lang).map((token) => token.toString('latin1')));
      return func.all ? sought.every((term) => there.has(term)) : sought.some((term) => there.has(term));
    });
  });
}
