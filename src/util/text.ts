/** Words for people, and text as it can be sent. */

/** Every half of a surrogate pair as U+FFFD: JSON can spell one, UTF-8 cannot. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** "A dog", "an owl". */
export const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
