/** HTML text: escapes, anchors and links. Nothing of a document reaches a page without passing through here. */
import { WholeRenderer } from '../render';
import type { Individual, Iri, OwlLiteral } from '../model';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Maximum characters of one text of the document. */
const MAX_TEXT = 4_000;

/** Escapes a text for content and for quoted attributes. Characters that HTML does not allow are replaced. */
export const escaped = (text: string): string =>
  (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)
    // oxlint-disable-next-line no-control-regex -- it is about these
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff]/gu, '\ufffd')
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!);

/** Element with text in a language, whose direction the text decides. */
export const textIn = (language: string, text: string): string => {
  const tag = language === '' ? '' : ` lang="${escaped(language)}"`;
  const note = language === '' ? '' : ` <small>${escaped(language)}</small>`;
  return `<bdi${tag}>${escaped(text)}</bdi>${note}`;
};

/** Percent-encodes an anchor for a link. */
export const fragment = (anchor: string): string => encodeURIComponent(anchor.replace(/[\ud800-\udfff]/gu, '\ufffd'));

/** Anchors of the terms on a page: by name, and by IRI. */
export class Anchors {
  private readonly names = new Map<Iri, string>();
  private readonly taken = new Set<string>();

  /** Adds a term. @returns attribute values, escaped: the name's anchor and that of the IRI */
  add(iri: Iri, name: string): void {
    if (this.names.has(iri)) return;
    let anchor = name;
    for (let i = 2; this.taken.has(anchor); i++) anchor = `${name}-${i}`;
    this.taken.add(anchor);
    this.names.set(iri, anchor);
  }

  /** Returns the anchor of a term; undefined if it is not on the page. */
  of(iri: Iri): string | undefined {
    return this.names.get(iri);
  }

  href(iri: Iri): string | undefined {
    const anchor = this.names.get(iri);
    return anchor === undefined ? undefined : `#${fragment(anchor)}`;
  }
}

/** Prints axioms and expressions as HTML, with links to the terms on the page. */
export class HtmlRenderer extends WholeRenderer {
  private readonly links = new Map<Iri, string>();

  constructor(
    prefixes: ReadonlyMap<string, Iri>,
    private readonly anchors: Anchors,
  ) {
    super(prefixes);
  }

  override iri(iri: Iri): string {
    let link = this.links.get(iri);
    if (link === undefined) {
      const text = escaped(super.iri(iri));
      const href = this.anchors.href(iri) ?? (/^https?:\/\//i.test(iri) ? escaped(iri) : undefined);
      const rel = href?.startsWith('#') ? '' : ' rel="noreferrer"';
      link = href === undefined ? text : `<a href="${href}"${rel} title="${escaped(iri)}">${text}</a>`;
      this.links.set(iri, link);
    }
    return link;
  }

  override individual(individual: Individual): string {
    return individual.startsWith('_:') ? escaped(individual) : this.iri(individual);
  }

  override literal({ value, datatype, lang }: OwlLiteral): string {
    if (lang !== undefined) return textIn(lang, value);
    return datatype.endsWith('#string')
      ? textIn('', value)
      : `${textIn('', value)} <small>${this.iri(datatype)}</small>`;
  }
}
