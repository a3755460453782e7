/** Text of a document with the positions of its headings. */

export interface Heading {
  readonly text: string;
  /** Offset in the document's text, in UTF-16 units. */
  readonly start: number;
}

/** Maximum characters of one document. */
export const MAX_CHARACTERS = 20_000_000;

export interface ReadText {
  readonly text: string;
  /** Headings in order. */
  readonly headings: readonly Heading[];
  readonly title?: string;
  /** Offsets of table rows. Each is a block of one line that must not be divided. Default: none. */
  readonly rows?: readonly number[];
}

/** Builder of a text from the parts of a marked-up document: blocks, headings, lines and insignificant white space. */
export class TextBuilder {
  private readonly parts: string[] = [];
  private readonly headings: Heading[] = [];
  private length = 0;
  /** White space to write before the next text. */
  private pending: '' | ' ' | '\n' | '\n\n' = '';
  private headingFrom: number | undefined;
  private readonly rows: number[] = [];
  private hasTable = false;
  /** Number of blocks separated by empty lines. */
  private blocks = 0;

  get isEmpty(): boolean {
    return this.length === 0;
  }

  /** Number of characters so far. */
  get size(): number {
    return this.length;
  }

  /** True if the text has headings or tables. */
  get isStructured(): boolean {
    return this.headings.length > 0 || this.hasTable;
  }

  get hasBlocks(): boolean {
    return this.blocks > 1;
  }

  /** Appends the text of another builder. */
  append(part: TextBuilder): void {
    const { text, headings, rows = [] } = part.end();
    if (text === '') return;
    this.write(text);
    const from = this.length - text.length;
    for (const heading of headings) this.headings.push({ ...heading, start: from + heading.start });
    for (const row of rows) this.rows.push(from + row);
    this.blocks += part.blocks;
  }

  /** @param text one line */
  addRow(text: string): void {
    this.write(text);
    this.rows.push(this.length - text.length);
  }

  markTable(): void {
    this.hasTable = true;
  }

  /** @param preformatted true to keep white space */
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
    if (this.isEmpty || this.pending === '\n\n') this.blocks++;
    const part = (this.isEmpty ? '' : this.pending) + text;
    this.pending = '';
    this.parts.push(part);
    this.length += part.length;
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
    this.headings.push({ text: text.replace(/\s+/g, ' ').slice(0, MAX_HEADING_LENGTH), start });
  }

  end(): ReadText {
    this.endHeading();
    const { headings, rows } = this;
    return { text: this.parts.join(''), headings, ...(rows.length > 0 && { rows }) };
  }
}

const MAX_HEADING_LENGTH = 300;
