/** Language tags (BCP 47): those of documents → well-formed ones, in lower case. */

const WELL_FORMED = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/;

/** Returns a well-formed tag, also for one with underscores, such as `en_US`; undefined for another text. */
export function languageTag(text: string): string | undefined {
  const tag = text.toLowerCase().replaceAll('_', '-');
  return WELL_FORMED.test(tag) ? tag : undefined;
}

/** Returns a tag for any text under which an engine keeps values: well-formed as it is, else one for private use. */
export function writtenTag(text: string): string {
  if (WELL_FORMED.test(text.toLowerCase())) return text;
  return languageTag(text) ?? `x-${(text.match(/[a-z0-9]{1,8}/gi) ?? ['other']).join('-')}`;
}
