/** Tokenizers of `@index(…)`, and the tokens of values. */
export { fullTextTerms } from './fulltext';
export { collatorFor } from './language';
export { findTokenizer, type Tokenizer } from './registry';
export { exactRange } from './strings';
export { queryTokens, tokens } from './tokens';
