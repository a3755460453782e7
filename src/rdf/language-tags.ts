/**
 * Language tags (BCP 47): those of documents → well-formed ones. Their case is kept: it means nothing, but tools compare
 * graphs by it.
 */

const WELL_FORMED = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/i;

/** Returns a well-formed tag, also for one with underscores, such as `en_US`; undefined for another text. */
export function languageTag(text: string): string | undefined {
  const tag = text.replaceAll('_', '-');
  return WELL_FORMED.test(tag) ? tag : undefined;
}

/** Returns a tag for any text under which an engine keeps values: well-formed as it is, else one for private use. */
export function writtenTag(text: string): string {
  return languageTag(text) ?? `x-${(text.match(/[a-z0-9]{1,8}/gi) ?? ['other']).join('-')}`;
}
