/** Documents of every kind → text; and those that are none. */
import fc from 'fast-check';
import type { OwlgateError } from '../../../../src/errors';
import { readContent, type DocumentType } from '../../../../src/retrieval/documents/read';
import { samplePdf } from '../../../support/retrieval/pdf';

const { signal } = new AbortController();
const read = (content: Buffer | string, type: DocumentType) => readContent(content, type, signal);
const reason = (content: Buffer | string, type: DocumentType) =>
  read(content, type).then(
    () => 'read',
    (error: unknown) => `${(error as OwlgateError).code}: ${(error as OwlgateError).message}`,
  );

describe('HTML', () => {
  it('keeps what people read: blocks apart, headings, cells, no scripts', async () => {
    const html = `<!doctype html><html><head><title>Harbour &amp; light</title><style>p{}</style></head><body>
      <nav>Menu</nav><h1>The <i>light</i></h1><p>It is   tall.<br>Very.</p><script>alert(1)</script>
      <ul><li>one<li>two</ul><table><tr><td>a</td><td>b</td></tr></table><pre>x
  y</pre></body></html>`;
    expect(await read(html, 'text/html')).toEqual({
      title: 'Harbour & light',
      text: 'The light\n\nIt is tall.\nVery.\n\none\n\ntwo\n\na b\n\nx\n  y',
      headings: [{ text: 'The light', start: 0 }],
    });
  });

  it('reads a hundred thousand nested elements, and any text at all', async () => {
    const deep = `${'<div>'.repeat(100_000)}in${'</div>'.repeat(100_000)}`;
    expect((await read(deep, 'text/html')).text).toBe('in');
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.constantFrom(
            '<h1>',
            '</h1>',
            '<p',
            '>',
            'a',
            '<title>',
            '</title>',
            '<!--',
            '-->',
            '<script>',
            '&#x',
            '<pre>',
            '\n',
          ),
        ),
        async (parts) => {
          const { text, headings } = await read(`word ${parts.join('')}`, 'text/html');
          for (const heading of headings)
            expect(text.slice(heading.start).replace(/\s+/g, ' ')).toContain(heading.text);
        },
      ),
    );
  });
});

describe('Markdown', () => {
  it('is its text, with headings; front matter names it', async () => {
    const source =
      '---\ntitle: "The log"\n---\n# One\n\nSome *words* and [a link](http://x).\n\n## Two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
    const { text, headings, title } = await read(source, 'text/markdown');
    expect(title).toBe('The log');
    expect(text).toBe('One\n\nSome words and a link.\n\nTwo\n\na b\n\n1 2');
    expect(headings.map(({ text: name, start }) => [name, text.slice(start, start + 3)])).toEqual([
      ['One', 'One'],
      ['Two', 'Two'],
    ]);
  });
});

describe('plain text', () => {
  it('stays as it is, without a byte order mark', async () => {
    expect((await read(Buffer.from('\ufeff  a\r\n\r\nb '), 'text/plain')).text).toBe('  a\r\n\r\nb ');
    expect((await read('half \ud83d a pair', 'text/plain')).text).toBe('half \ufffd a pair');
  });

  it('is refused where it is none', async () => {
    expect(await reason(Buffer.from([0x61, 0xff, 0xfe]), 'text/plain')).toBe(
      'DocumentUnreadable: the document cannot be read: it is not text in UTF-8; convert it, or say with Content-Type what it is',
    );
    expect(await reason('a\0b', 'text/plain')).toMatch(/there is a NUL at character 1/);
    expect(await reason(' \n\t…', 'text/plain')).toMatch(/it is empty/);
    expect(await reason('<p> </p>', 'text/html')).toMatch(/it is empty/);
  });
});

describe('PDF', () => {
  it('gives the text of its pages and its title', async () => {
    const pdf = samplePdf(['The light is forty metres tall.', 'The keeper was Ada Holm.'], 'Harbour');
    const { text, title } = await read(pdf, 'application/pdf');
    expect(text).toBe('The light is forty metres tall.\n\nThe keeper was Ada Holm.');
    expect(title).toBe('Harbour');
  });

  it('is refused where it is broken, cut off, empty, or no PDF', async () => {
    const pdf = samplePdf(['Text.'], 'T');
    expect(await reason(Buffer.from('%PDF-1.4 nothing'), 'application/pdf')).toMatch(
      /^DocumentUnreadable: .*the PDF cannot be read/,
    );
    expect(await reason(Buffer.alloc(0), 'application/pdf')).toMatch(/^DocumentUnreadable/);
    expect(await reason(samplePdf([''], ''), 'application/pdf')).toMatch(/no text is in it/);
    expect(await reason('a string', 'application/pdf')).toMatch(/a PDF is no text/);
    expect(await reason(pdf.subarray(0, 60), 'application/pdf')).toMatch(/^DocumentUnreadable/);
  });

  it('is left where nobody waits for it any more', async () => {
    const leaving = new AbortController();
    const reading = readContent(samplePdf(['Text.'], 'T'), 'application/pdf', leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
  });
});
