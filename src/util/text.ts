/** Helpers for text. */

/** Replaces lone surrogates by U+FFFD: JSON can encode them, UTF-8 cannot. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** Returns "a dog", "an owl". */
export const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** Joins lines: white space that contains a line break becomes one space. */
export const oneLine = (text: string): string => text.replace(/\s+/g, (run) => (/[\r\n]/.test(run) ? ' ' : run));

/**
 * Returns a failure of the file system without its code and system call: `notes.ttl: permission denied`. Other errors
 * keep their message.
 */
export function withoutErrno(error: unknown, file = (error as NodeJS.ErrnoException).path): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = code === 'EISDIR' ? 'a directory, not a file' : /^E\w+: (.*), \w+/.exec(message)?.[1];
  return file === undefined || reason === undefined ? message : `${file}: ${reason}`;
}

/** Returns the parts between commas, trimmed, without empty ones. */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Removes trailing characters of the set, in time proportional to their number. */
export function trimEndOf(text: string, set: string): string {
  let end = text.length;
  while (end > 0 && set.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** Returns the part after the last separator; the whole text if it has none. */
export const afterLast = (text: string, separators: string): string =>
  text.slice(Math.max(...Array.from(separators, (separator) => text.lastIndexOf(separator))) + 1);

/**
 * Returns a copy with its own memory. V8 represents a part of a text as a reference to the whole, which then lives as
 * long as the part: detach texts kept beyond a request, such as cache keys.
 */
export function detached(text: string): string {
  const encoding = BEYOND_LATIN.test(text) ? 'utf16le' : 'latin1';
  return Buffer.from(text, encoding).toString(encoding);
}

const BEYOND_LATIN = /[^\0-\xff]/;

/** Decodes percent-encoding; returns a text that cannot be decoded, such as one with a stray `%`, as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Returns the index behind a quoted text; the length of the text if it does not end.
 *
 * @param start index behind the opening quote
 */
export function endOfQuoted(text: string, start: number, quote: string): number {
  const closing = closingQuote(text, start, quote);
  return closing < 0 ? text.length : closing + quote.length;
}

/**
 * Returns the index of the quote that ends a quoted text, in which a backslash escapes the next character; -1 without
 * one. The quoted text may have any length: regular expressions run out of stack after some 10,000,000 characters.
 *
 * @param start index behind the opening quote
 */
export function closingQuote(text: string, start: number, quote: string): number {
  let end = text.indexOf(quote, start);
  for (; end >= 0; end = text.indexOf(quote, end + 1)) {
    let backslashes = 0;
    while (end - backslashes > start && text[end - backslashes - 1] === '\\') backslashes++;
    if (backslashes % 2 === 0) break;
  }
  return end;
}
