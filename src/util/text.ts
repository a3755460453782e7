/** Text as it can be sent: halves of surrogate pairs, which JSON can spell, have no UTF-8. */

/** Every half of a surrogate pair as U+FFFD. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');
