/** Search by terms, full text and n-grams. */
import type { TermsFunction } from '../../plan';
import type { UidList } from '../../storage/view';
import { queryTokens, tokens } from '../../tokenizers';
import type { Context } from '../context';
import { tryConvert, valuesInLanguage } from '../read';
import { intersect, intersectAll, NO_UIDS, select, unionAll } from '../uids';

/** Number of nodes up to which values are read instead of the index. */
const MAX_SCANNED_UIDS = 16;

export function searchTerms(
  ctx: Context,
  func: TermsFunction,
  texts: readonly string[],
  src: UidList | undefined,
): UidList {
  const { predicate } = func;
  const declaration = predicate.declaration!;
  const lang = predicate.langs[0] ?? '';
  // `term` tokens are English in every language; full text is analysed in the requested language.
  const queryTerms = queryTokens(texts[0]!, func.tokenizer, func.tokenizer === 'term' || lang === '.' ? '' : lang);
  if (queryTerms.length === 0) return NO_UIDS;
  const tellsLanguages = declaration.lang && lang !== '.' && declaration.type === 'string';
  if (src && src.length <= MAX_SCANNED_UIDS && !declaration.list && (tellsLanguages || !declaration.lang)) {
    return matchValues(ctx, func, queryTerms, src);
  }
  const lists = queryTerms.map((token) => ctx.view.indexed(predicate.name, func.tokenizer, token));
  let candidates = func.all ? intersectAll(lists) : unionAll(lists);
  if (src) candidates = intersect(candidates, src);
  return tellsLanguages ? matchValues(ctx, func, queryTerms, candidates) : candidates;
}

function matchValues(ctx: Context, func: TermsFunction, queryTerms: readonly Buffer[], candidates: UidList): UidList {
  const { predicate, tokenizer } = func;
  const lang = predicate.langs[0] ?? '';
  const terms = queryTerms.map((token) => token.toString('latin1'));
  return select(candidates, (uid) => {
    ctx.limits.step();
    return valuesInLanguage(ctx.view, predicate, uid).some((stored) => {
      const value = tryConvert(stored.value, 'string');
      if (!value) return false;
      const valueTerms = new Set(tokens(value, tokenizer, lang).map((token) => token.toString('latin1')));
      return func.all ? terms.every((term) => valueTerms.has(term)) : terms.some((term) => valueTerms.has(term));
    });
  });
}
