/** Documents of every kind → text; and those that are none. */
import fc from 'fast-check';
import type { OwlgateError } from '../../../../src/errors';
import { readContent, type DocumentType } from '../../../../src/retrieval/documents/read';
import { samplePdf } from '../../../support/retrieval/pdf';
import { cpuTime } from '../../../support/cpu-time';

const { signal } = new AbortController();
const read = (content: Buffer | string, type: DocumentType, charset?: string) =>
  readContent(content, type, signal, charset);
const reason = (content: Buffer | string, type: DocumentType) =>
  read(content, type).then(
    () => 'read',
    (error: unknown) => `${(error as OwlgateError).code}: ${(error as OwlgateError).message}`,
  );

describe('HTML', () => {
  it('keeps visible text: separate blocks, headings, cells, no scripts', async () => {
    const html = `<!doctype html><html><head><title>Harbour &amp; light</title><style>p{}</style></head><body>
      <nav>Menu</nav><h1>The <i>light</i></h1><p>It is   tall.<br>Very.</p><script>alert(1)</script>
      <ul><li>one<li>two</ul><table><tr><td>a</td><td>b</td></tr></table><pre>x
  y</pre></body></html>`;
    expect(await read(html, 'text/html')).toEqual({
      title: 'Harbour & light',
      text: 'The light\n\nIt is tall.\nVery.\n\none\n\ntwo\n\na; b\n\nx\n  y',
      headings: [{ text: 'The light', start: 0 }],
      rows: [40],
    });
  });

  it('reads a large document like a small one, and yields to other requests', async () => {
    const part = '<h2>A &amp; B</h2><p>Words &mdash; and 😀 <b>mo</b>re.</p>';
    const times = 12_000;
    let others = 0;
    const look = setInterval(() => others++, 1);
    const text = Array.from({ length: times }, () => 'A & B\n\nWords — and 😀 more.').join('\n\n');
    expect((await read(part.repeat(times), 'text/html')).text).toBe(text);
    // Above what a thread is taken for, too.
    const markdown = '## A & B\n\nWords — and 😀 **mo**re.\n\n'.repeat(times);
    expect((await read(markdown, 'text/markdown')).text).toBe(text);
    clearInterval(look);
    expect(others).toBeGreaterThan(5);
  });

  it('reads texts in other encodings by header, byte order mark or declaration', async () => {
    const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
    const page = (charset: string, text: string): Buffer =>
      latin(`<html><head><meta charset="${charset}"></head><p>${text}`);
    const text = async (...parameters: Parameters<typeof read>) => (await read(...parameters)).text;
    expect(await text(latin('café'), 'text/plain', 'iso-8859-1')).toBe('café');
    expect(await text(page('ISO-8859-1', 'café'), 'text/html')).toBe('café');
    expect(await text(latin('<meta http-equiv=x content="text/html; charset=koi8-r"><p>\xcd\xcf'), 'text/html')).toBe(
      'мо',
    );
    expect(await text(Buffer.from('\ufeffcafé', 'utf16le'), 'text/markdown')).toBe('café');
    // A byte order mark overrides the charset, which overrides the declaration; unknown labels are ignored.
    expect(await text(page('koi8-r', 'café'), 'text/html', 'windows-1252')).toBe('café');
    expect(await text(Buffer.from('\ufeffcafé'), 'text/plain', 'iso-8859-1')).toBe('café');
    expect(await text(Buffer.from('<meta charset="nonsense"><p>café'), 'text/html')).toBe('café');
    await expect(read(page('utf-16', 'café'), 'text/html')).rejects.toThrow('it is not text in UTF-8');
    await expect(read(latin('café'), 'text/plain')).rejects.toThrow('charset=');
  });

  it('reads a hundred thousand nested elements, and any text', async () => {
    const deep = `${'<div>'.repeat(100_000)}in${'</div>'.repeat(100_000)}`;
    expect((await read(deep, 'text/html')).text).toBe('in');
    // Each with its place, whatever attributes there are, and what is no text left out below, too.
    const words = Array.from({ length: 3_000 }, (_, i) => `<p title="a > b"><i>w${i}`);
    const open = `${'<div>'.repeat(2_000)}${words.join('')}<script>if (1 < 2) "<p>x"</script><h2>End</h2>`;
    const { text, headings } = await read(open, 'text/html');
    expect(text).toBe(`${words.map((_, i) => `w${i}`).join('\n\n')}\n\nEnd`);
    expect(headings).toEqual([{ text: 'End', start: text.length - 3 }]);
  });

  it('lets other work run between nested elements', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    count();
    await read('<div>'.repeat(400_000) + 'in', 'text/html');
    isOver = true;
    // Two of them begin before and after the reading.
    expect(turns).toBeGreaterThan(4);
  });

  it('takes about as long for nested elements as for siblings', async () => {
    const count = 150_000;
    const time = (html: string): Promise<number> => cpuTime(() => read(html, 'text/html'));
    const beside = await time('<div></div>'.repeat(count) + 'in');
    expect(await time('<div>'.repeat(count) + 'in')).toBeLessThan(20 * beside + 500);
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
  it('keeps its text and headings; front matter gives the title', async () => {
    const source =
      '---\ntitle: "The log"\n---\n# One\n\nSome *words* and [a link](http://x).\n\n## Two\n\n| a | b ' +
      '|\n|---|---|\n| 1 | 2 |\n';
    const { text, headings, title } = await read(source, 'text/markdown');
    expect(title).toBe('The log');
    expect(text).toBe('One\n\nSome words and a link.\n\nTwo\n\na: 1; b: 2');
    expect(headings.map(({ text: name, start }) => [name, text.slice(start, start + 3)])).toEqual([
      ['One', 'One'],
      ['Two', 'Two'],
    ]);
  });
});

describe('Markdown with too many marks', () => {
  it.each([
    ['cells', `| ${'x | '.repeat(100)}\n`.repeat(10_000)],
    ['emphasis', '*a_ '.repeat(600_000)],
    ['links', '[a](b) '.repeat(600_000)],
    ['lines', '- a\n'.repeat(1_000_001)],
  ])('is refused before it is parsed: %s', async (_, source) => {
    let refusal = '';
    const cpu = await cpuTime(async () => (refusal = await reason(source, 'text/markdown')));
    expect(refusal).toMatch('the Markdown has more than 1000000 marks');
    // Parsing takes seconds.
    expect(cpu).toBeLessThan(1_000);
  });
});

describe('plain text', () => {
  it('is unchanged, without a byte order mark', async () => {
    expect((await read(Buffer.from('\ufeff  a\r\n\r\nb '), 'text/plain')).text).toBe('  a\r\n\r\nb ');
    expect((await read('half \ud83d a pair', 'text/plain')).text).toBe('half \ufffd a pair');
  });

  it('is refused if it is binary', async () => {
    expect(await reason(Buffer.from([0x61, 0xff, 0xfe]), 'text/plain')).toBe(
      'DocumentUnreadable: the document cannot be read: it is not text in UTF-8; give its encoding with ' +
        'charset=… in Content-Type',
    );
    expect(await reason('a\0b', 'text/plain')).toMatch(/NUL at character 1/);
    expect(await reason(' \n\t…', 'text/plain')).toMatch(/it is empty/);
    expect(await reason('<p> </p>', 'text/html')).toMatch(/it is empty/);
  });
});

describe('PDF', () => {
  it('has the text of its pages and its title', async () => {
    const pdf = samplePdf(['The light is forty metres tall.', 'The keeper was Ada Holm.'], 'Harbour');
    const { text, title } = await read(pdf, 'application/pdf');
    expect(text).toBe('The light is forty metres tall.\n\nThe keeper was Ada Holm.');
    expect(title).toBe('Harbour');
  });

  it('is refused if it is broken, truncated, empty or another format', async () => {
    const pdf = samplePdf(['Text.'], 'T');
    expect(await reason(Buffer.from('%PDF-1.4 nothing'), 'application/pdf')).toMatch(
      /^DocumentUnreadable: .*the PDF cannot be read/,
    );
    expect(await reason(Buffer.alloc(0), 'application/pdf')).toMatch(/^DocumentUnreadable/);
    expect(await reason(samplePdf([''], ''), 'application/pdf')).toMatch(/it contains no text/);
    expect(await reason('a string', 'application/pdf')).toMatch(/a PDF cannot be sent as text/);
    expect(await reason(pdf.subarray(0, 60), 'application/pdf')).toMatch(/^DocumentUnreadable/);
  });

  it('is abandoned when its request ends', async () => {
    const leaving = new AbortController();
    const reading = readContent(samplePdf(['Text.'], 'T'), 'application/pdf', leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
  });
});
