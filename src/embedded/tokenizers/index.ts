/** Tokenizers of `@index(…)`, and the tokens of values. */
export { collatorFor, languageBase } from './language';
export { defaultTokenizer, findTokenizer, requiredTokenizer, tokenizerNames, type Tokenizer } from './registry';
export { exactRange } from './strings';
export { queryTokens, tokens } from './tokens';
