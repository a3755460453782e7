/** Words for people, and text as it can be sent. */

/** Every half of a surrogate pair as U+FFFD: JSON can spell one, UTF-8 cannot. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** "A dog", "an owl". */
export const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** The text on one line: white space with a line break in it becomes a space. */
export const oneLine = (text: string): string => text.replace(/\s+/g, (run) => (/[\r\n]/.test(run) ? ' ' : run));

/** Removes the characters of the set from the end of the text, in time that grows with their number alone. */
export function trimEndOf(text: string, set: string): string {
  let end = text.length;
  while (end > 0 && set.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** The part after the last of these characters: the whole text where there is none of them. */
export const afterLast = (text: string, separators: string): string =>
  text.slice(Math.max(...Array.from(separators, (separator) => text.lastIndexOf(separator))) + 1);
