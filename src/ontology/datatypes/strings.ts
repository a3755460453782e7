/** Strings, string datatypes, language tags and IRI references. */
import type { TextValue } from './value';

/**
 * Characters that neither XML documents nor XML Schema strings may contain: NUL, surrogates and two non-characters.
 * Control characters are allowed, as in XML 1.1.
 */
const NOT_XML = /[\0\uD800-\uDFFF\uFFFE\uFFFF]/u;

const NAME_START =
  'A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const NAME_REST = '\\-.0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040';

/** XML 1.0, production 4, with the colon: the class \i of patterns. */
export const NAME_START_CLASS = `:${NAME_START}`;
/** XML 1.0, production 4a: the class \c of patterns. */
export const NAME_CLASS = `:${NAME_START}${NAME_REST}`;

/**
 * String datatypes; each includes the next: every language is an NCName, every NCName a Name, and so on. (XML Schema
 * derives language and NMTOKEN from token directly, but the value spaces are nested like this.)
 */
export const STRING_KINDS = ['string', 'normalizedString', 'token', 'NMTOKEN', 'Name', 'NCName', 'language'] as const;
type StringKind = (typeof STRING_KINDS)[number];

const NMTOKEN = new RegExp(`^[${NAME_CLASS}]+$`, 'u');
const NAME = new RegExp(`^[${NAME_START_CLASS}]`, 'u');

const TESTS: Readonly<Record<StringKind, (text: string) => boolean>> = {
  string: (text) => !NOT_XML.test(text),
  normalizedString: (text) => !/[\t\n\r]/.test(text),
  token: (text) => !/^ | {2}| $/.test(text),
  NMTOKEN: (text) => NMTOKEN.test(text),
  Name: (text) => NAME.test(text),
  NCName: (text) => !text.includes(':'),
  language: (text) => /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/.test(text),
};

/** Returns the number of kinds that include the text; 0 if it is not a string of XML Schema. */
export function depthOf(text: string): number {
  const end = STRING_KINDS.findIndex((kind) => !TESTS[kind](text));
  return end < 0 ? STRING_KINDS.length : end;
}

/** Parses a string. Like RDF, does not normalize white space. @returns undefined for text outside the lexical space */
export function parseString(kind: StringKind, text: string): TextValue | undefined {
  return depthOf(text) > STRING_KINDS.indexOf(kind) ? { kind: 'text', text, lang: '' } : undefined;
}

/**
 * BCP 47, section 2.1: language, script, region, variants, extensions, private use; or a private-use tag; or an
 * irregular grandfathered tag.
 */
const LANGUAGE_TAG =
  /^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|[0-9]{3}))?(?:-(?:[a-z0-9]{5,8}|[0-9][a-z0-9]{3}))*(?:-[0-9a-wy-z](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?|x(?:-[a-z0-9]{1,8})+|en-gb-oed|i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)|sgn-be-fr|sgn-be-nl|sgn-ch-de|art-lojban|cel-gaulish|no-bok|no-nyn|zh-(?:guoyu|hakka|min|min-nan|xiang))$/i;

/** Maximum length of a tag; registered subtags never exceed it. */
const MAX_TAG = 255;

function isLanguageTag(tag: string): boolean {
  return tag.length <= MAX_TAG && LANGUAGE_TAG.test(tag);
}

/** Parses `text@tag`; the tag follows the last `@` and may be empty (rdf:PlainLiteral specification, section 3). */
export function parsePlainLiteral(text: string): TextValue | undefined {
  const at = text.lastIndexOf('@');
  if (at < 0) return undefined;
  const lang = text.slice(at + 1);
  if (lang !== '' && !isLanguageTag(lang)) return undefined;
  const string = text.slice(0, at);
  return NOT_XML.test(string) ? undefined : { kind: 'text', text: string, lang: lang.toLowerCase() };
}

/**
 * Basic filtering (RFC 4647, section 3.3.1): matches the range, optionally with further subtags; `*` matches any tag.
 */
export function matchesLanguageRange(lang: string, range: string): boolean {
  if (lang === '') return false;
  const prefix = range.toLowerCase();
  return prefix === '*' || lang === prefix || lang.startsWith(`${prefix}-`);
}

export function isLanguageRange(range: string): boolean {
  return /^(?:\*|[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*)$/.test(range);
}

/**
 * True if the text is an IRI reference (RFC 3987). As in XML Schema 1.0, characters that IRIs exclude (spaces,
 * `<>"{}|\^` and the backquote) stand for their escapes. Refused are an invalid scheme, a percent sign without two
 * digits, a second `#`, and brackets outside an IP address.
 */
export function isIriReference(text: string): boolean {
  if (NOT_XML.test(text) || /%(?![0-9a-fA-F]{2})/.test(text)) return false;
  const [, prefix, authority, rest = ''] = /^([^:/?#]*:)?(?:\/\/([^/?#]*)(?![^/?#]))?([^]*)$/.exec(text) ?? [];
  if (prefix !== undefined && !/^[a-zA-Z][a-zA-Z0-9+.-]*:$/.test(prefix)) return false;
  if (authority !== undefined && !/^(?:[^[\]]*|(?:[^[\]@]*@)?\[[0-9a-fA-FvV:.]+\](?::[0-9]*)?)$/.test(authority))
    return false;
  return rest.split('#').length <= 2 && !/[[\]]/.test(rest.split(/[?#]/, 1)[0]!);
}

/** Counts code points, not UTF-16 units. */
export function countCharacters(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0xd800 && unit < 0xdc00) {
      const next = text.charCodeAt(i + 1);
      if (next >= 0xdc00 && next < 0xe000) {
        count--;
        i++;
      }
    }
  }
  return count;
}
