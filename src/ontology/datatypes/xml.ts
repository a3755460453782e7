/**
 * Content of XML elements, for rdf:XMLLiteral (RDF 1.1 Concepts, 5.2): checks well-formedness by XML 1.0 and Namespaces
 * in XML, and prints a canonical form that is equal for equal document fragments.
 */
import { NAME_CLASS, NAME_START_CLASS } from './strings';

const NAME = `[${NAME_START_CLASS}][${NAME_CLASS}]*`;
const QUALIFIED = new RegExp(`^[^:]+(?::(?=[${NAME_START_CLASS}])[^:]+)?$`, 'u');
/** XML 1.0, production 2. */
const NOT_CHARACTER = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

const TARGET = new RegExp(`^(${NAME})(?:[ \t\n\r]+([^]*))?$`, 'u');
const OPEN = new RegExp(`<(${NAME})`, 'uy');
const ATTRIBUTE = new RegExp(`[ \\t\\n\\r]+(${NAME})[ \\t\\n\\r]*=[ \\t\\n\\r]*(?:"([^<"]*)"|'([^<']*)')`, 'uy');
const OPEN_END = /[ \t\n\r]*(\/?)>/y;
const CLOSE = new RegExp(`</(${NAME})[ \\t\\n\\r]*>`, 'uy');
const TEXT = /[^<]+/y;

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);

const XML_NS = 'http://www.w3.org/XML/1998/namespace';
const XMLNS_NS = 'http://www.w3.org/2000/xmlns/';

interface OpenElement {
  readonly name: string;
  /** Prefixes that the element declares; '' for the default namespace. */
  readonly declared: readonly string[];
}

/** Returns the canonical form in linear time; undefined for content that is not well-formed. */
export function canonicalXml(text: string): string | undefined {
  if (NOT_CHARACTER.test(text)) return undefined;
  return new Content(text.replace(/\r\n?/g, '\n')).canonical();
}

class Content {
  private at = 0;
  private readonly open: OpenElement[] = [];
  /** Namespaces by prefix, the innermost last. */
  private readonly namespaces = new Map<string, string[]>([
    ['xml', [XML_NS]],
    ['', ['']],
  ]);
  private readonly out: string[] = [];

  constructor(private readonly text: string) {}

  canonical(): string | undefined {
    while (this.at < this.text.length) {
      if (!this.node()) return undefined;
    }
    return this.open.length === 0 ? this.out.join('') : undefined;
  }

  private node(): boolean {
    if (this.text[this.at] !== '<') return this.characters();
    const next = this.text[this.at + 1];
    if (next === '!') return this.commentOrSection();
    if (next === '?') return this.instruction();
    return next === '/' ? this.close() : this.element();
  }

  private characters(): boolean {
    const raw = this.match(TEXT)?.[0] ?? '';
    if (raw.includes(']]>')) return false;
    const decoded = decode(raw);
    if (decoded === undefined) return false;
    this.out.push(escapeText(decoded));
    return true;
  }

  private commentOrSection(): boolean {
    const section = this.enclosed('<![CDATA[', ']]>');
    if (section !== undefined) {
      this.out.push(escapeText(section));
      return true;
    }
    const comment = this.enclosed('<!--', '-->');
    if (comment === undefined || comment.includes('--') || comment.endsWith('-')) return false;
    this.out.push(`<!--${comment}-->`);
    return true;
  }

  private instruction(): boolean {
    const [, target, data = ''] = TARGET.exec(this.enclosed('<?', '?>') ?? '') ?? [];
    if (target === undefined || target.includes(':') || target.toLowerCase() === 'xml') return false;
    this.out.push(`<?${target} ${data}?>`);
    return true;
  }

  /** Reads the text between two delimiters. Uses no regular expression, which would overflow the stack on long text. */
  private enclosed(start: string, end: string): string | undefined {
    if (!this.text.startsWith(start, this.at)) return undefined;
    const from = this.at + start.length;
    const to = this.text.indexOf(end, from);
    if (to < 0) return undefined;
    this.at = to + end.length;
    return this.text.slice(from, to);
  }

  private close(): boolean {
    const name = this.match(CLOSE)?.[1];
    const element = this.open.pop();
    if (name === undefined || element?.name !== name) return false;
    this.leave(element, name);
    return true;
  }

  private leave({ declared }: OpenElement, name: string): void {
    for (const prefix of declared) this.namespaces.get(prefix)?.pop();
    this.out.push(`</${name}>`);
  }

  private element(): boolean {
    const name = this.match(OPEN)?.[1];
    if (name === undefined) return false;
    const attributes = this.attributes();
    const end = this.match(OPEN_END);
    if (attributes === undefined || end === null) return false;
    const declared = this.declare(attributes);
    if (declared === undefined || !this.areNamesValid(name, attributes)) return false;
    const sorted = [...attributes].sort(([a], [b]) => (a < b ? -1 : 1));
    this.out.push(`<${name}${sorted.map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`).join('')}>`);
    const element = { name, declared };
    if (end[1] === '/') this.leave(element, name);
    else this.open.push(element);
    return true;
  }

  private attributes(): Map<string, string> | undefined {
    const attributes = new Map<string, string>();
    for (let match = this.match(ATTRIBUTE); match !== null; match = this.match(ATTRIBUTE)) {
      const name = match[1] ?? '';
      // Literal white space becomes spaces before references are decoded: a referenced tab stays a tab (XML 1.0,
      // 3.3.3).
      const value = decode((match[2] ?? match[3] ?? '').replace(/[\t\n]/g, ' '));
      if (value === undefined || attributes.has(name)) return undefined;
      attributes.set(name, value);
    }
    return attributes;
  }

  /** Adds the namespace declarations to the scope; undefined for an illegal one. */
  private declare(attributes: ReadonlyMap<string, string>): string[] | undefined {
    const declared: string[] = [];
    for (const [name, value] of attributes) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      const prefix = name.slice('xmlns:'.length);
      const reserved = prefix === 'xmlns' || value === XMLNS_NS || (prefix === 'xml') !== (value === XML_NS);
      if (reserved || (name !== 'xmlns' && (prefix === '' || value === ''))) return undefined;
      const outer = this.namespaces.get(prefix);
      if (outer) outer.push(value);
      else this.namespaces.set(prefix, [value]);
      declared.push(prefix);
    }
    return declared;
  }

  /** True if all prefixes are declared and all attributes are distinct. */
  private areNamesValid(element: string, attributes: ReadonlyMap<string, string>): boolean {
    if (this.expand(element) === undefined) return false;
    const expandedNames = new Set<string>();
    for (const name of attributes.keys()) {
      if (name === 'xmlns' || name.startsWith('xmlns:')) {
        if (!QUALIFIED.test(name)) return false;
        continue;
      }
      const expanded = name.includes(':') ? this.expand(name) : name;
      if (expanded === undefined || expandedNames.has(expanded)) return false;
      expandedNames.add(expanded);
    }
    return true;
  }

  /** Returns the name with its namespace; undefined for an undeclared prefix. */
  private expand(name: string): string | undefined {
    if (!QUALIFIED.test(name)) return undefined;
    const colon = name.indexOf(':');
    const namespace = this.namespaces.get(colon < 0 ? '' : name.slice(0, colon))?.at(-1);
    return namespace === undefined ? undefined : `${namespace} ${name.slice(colon + 1)}`;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match) this.at = pattern.lastIndex;
    return match;
  }
}

/** Replaces references; undefined for an unknown entity or an invalid character. */
function decode(text: string): string | undefined {
  let isValid = true;
  const decoded = text.replace(
    /&(?:#(?:x([0-9a-fA-F]+)|([0-9]+));|([a-z]+);)?/g,
    (_, hex?: string, decimal?: string, name?: string) => {
      const code = hex !== undefined ? parseInt(hex, 16) : parseInt(decimal ?? '', 10);
      const character =
        name !== undefined ? ENTITIES.get(name) : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
      if (character === undefined || NOT_CHARACTER.test(character)) isValid = false;
      return character ?? '';
    },
  );
  return isValid ? decoded : undefined;
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\r', '&#xD;');
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\t', '&#x9;').replaceAll('\n', '&#xA;');
}
