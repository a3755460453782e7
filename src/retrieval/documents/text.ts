/** A document as it was read: its text, and where its headings are. */

export interface Heading {
  readonly text: string;
  /** Where it begins in the document's text, in UTF-16 units. */
  readonly start: number;
}

export interface ReadText {
  readonly text: string;
  /** In their order. */
  readonly headings: readonly Heading[];
  readonly title?: string;
}

/** Puts a text together out of what marked-up documents have: blocks, headings, lines, white space that means nothing. */
export class TextBuilder {
  private readonly parts: string[] = [];
  private readonly headings: Heading[] = [];
  private length = 0;
  /** White space that is written when something follows. */
  private pending: '' | ' ' | '\n' | '\n\n' = '';
  private headingFrom: number | undefined;

  get isEmpty(): boolean {
    return this.length === 0;
  }

  /** @param preformatted whether its white space counts */
  add(text: string, preformatted = false): void {
    if (preformatted) return this.write(text);
    const words = text.replace(/[\s\u00a0]+/g, ' ');
    if (words === '' || words === ' ') return words === ' ' ? this.space() : undefined;
    if (words.startsWith(' ')) this.space();
    this.write(words.trim());
    if (words.endsWith(' ')) this.space();
  }

  private write(text: string): void {
    if (text === '') return;
    const whole = (this.isEmpty ? '' : this.pending) + text;
    this.pending = '';
    this.parts.push(whole);
    this.length += whole.length;
  }

  space(): void {
    if (this.pending === '') this.pending = ' ';
  }

  newLine(): void {
    if (this.pending !== '\n\n') this.pending = '\n';
  }

  endBlock(): void {
    this.pending = '\n\n';
  }

  beginHeading(): void {
    this.endHeading();
    this.headingFrom = this.parts.length;
  }

  endHeading(): void {
    this.endBlock();
    if (this.headingFrom === undefined) return;
    const written = this.parts.slice(this.headingFrom).join('');
    this.headingFrom = undefined;
    const text = written.trim();
    if (text === '') return;
    const start = this.length - written.length + (written.length - written.trimStart().length);
    this.headings.push({ text: text.replace(/\s+/g, ' ').slice(0, MOST_OF_HEADING), start });
  }

  end(): ReadText {
    this.endHeading();
    return { text: this.parts.join(''), headings: this.headings };
  }
}

const MOST_OF_HEADING = 300;
