/** Tables → a line for each row, every value with its head; and what browsers do not show. */
import fc from 'fast-check';
import { chunkText, DEFAULT_CHUNKS } from '../../../../src/retrieval/documents/chunks';
import { readContent } from '../../../../src/retrieval/documents/read';
import { runs } from '../../../support/runs';

const { signal } = new AbortController();
const read = (html: string) => readContent(html, 'text/html', signal);
const blocks = async (html: string): Promise<string[]> => (await read(html)).text.split('\n\n');

describe('a table', () => {
  it('becomes a line for each row, with the headers of its columns', async () => {
    const html = `<p>Before.<table><caption>Stations</caption>
      <thead><tr><th>Station</th><th>Opened</th><th>Platforms</th></tr></thead>
      <tbody><tr><td>Ashby</td><td>1874</td><td>3</td></tr><tr><th scope="row">Bex</th><td></td><td>2<br>disused</td></tr></tbody>
      <tfoot><tr><td>All</td><td></td><td>5</td></tr></tfoot></table>After.`;
    expect(await blocks(html)).toEqual([
      'Before.',
      'Stations',
      'Station: Ashby; Opened: 1874; Platforms: 3',
      'Station: Bex; Platforms: 2, disused',
      'Station: All; Platforms: 5',
      'After.',
    ]);
    // The same without a thead and without end tags.
    expect(await blocks('<table><tr><th>Station<th>Opened<tr><td>Ashby<td>1874<tr><th>Bex<td>1880</table>')).toEqual([
      'Station: Ashby; Opened: 1874',
      'Station: Bex; Opened: 1880',
    ]);
  });

  it('is read alike in Markdown', async () => {
    const source = '| Station | Opened |\n|---|---|\n| *Ashby* | 1874 |\n| Bex | |\n';
    expect((await readContent(source, 'text/markdown', signal)).text).toBe(
      'Station: Ashby; Opened: 1874\n\nStation: Bex',
    );
  });

  it('may have cells over several columns and rows', async () => {
    const html = `<table><tr><th rowspan=2>Line<th rowspan=2>Station<th colspan=2>Platforms
      <tr><th>Up<th>Down
      <tr><td rowspan=2>North<td>Ashby<td>1<td>2
      <tr><td>Bex<td colspan=2>none
      <tr><td colspan=4>Closed since
      <tr><td>South<td>Cray<td>3<td rowspan=0>4
      <tr><td>West<td>Dale
      <tr><td>East<td>Elm<td>5</table>`;
    expect(await blocks(html)).toEqual([
      'Line: North; Station: Ashby; Platforms · Up: 1; Platforms · Down: 2',
      'Line: North; Station: Bex; Platforms · Up, Platforms · Down: none',
      'Closed since',
      'Line: South; Station: Cray; Platforms · Up: 3; Platforms · Down: 4',
      'Line: West; Station: Dale; Platforms · Down: 4',
      'Line: East; Station: Elm; Platforms · Up: 5; Platforms · Down: 4',
    ]);
  });

  it('may have rows with names, and rows without any header', async () => {
    const box = `<table><tr><th colspan=2>Ashby<tr><th>Opened<td>1874<tr><th scope=row>Closed<td>
      <tr><th scope=row>Platforms<td>3<td>5</table>`;
    expect(await blocks(box)).toEqual(['Ashby', 'Opened: 1874', 'Closed', 'Platforms: 3; 5']);
    expect(await blocks('<table><tr><td>Ashby<td>1874<tr><td>Bex<td>1880</table>')).toEqual([
      'Ashby; 1874',
      'Bex; 1880',
    ]);
    const crossed = '<table><tr><td><th>Opened<th>Closed<tr><th>Ashby<td>1874<td>1966</table>';
    expect(await blocks(crossed)).toEqual(['Ashby; Opened: 1874; Closed: 1966']);
  });

  it('keeps headers without rows, and accepts new ones further down', async () => {
    expect(await blocks('<table><tr><th>Station<th>Opened</table>')).toEqual(['Station; Opened']);
    const html = `<table><tr><th>Station<th>Opened<tr><td>Ashby<td>1874
      <tr><th>Bridge<th>Height<tr><td>Skar<td>12 m</table>`;
    expect(await blocks(html)).toEqual(['Station: Ashby; Opened: 1874', 'Bridge: Skar; Height: 12 m']);
  });

  it('may contain tables and headings, whose offsets stay right', async () => {
    const html = `<table><tr><td>Menu<td><h2>Line</h2><p>It is old.</p>
      <table><tr><th>Station<th>Opened<tr><td>Ashby<td>1874</table><p>More.</table><h2>End</h2>`;
    const { text, headings } = await read(html);
    expect(text.split('\n\n')).toEqual(['Menu', 'Line', 'It is old.', 'Station: Ashby; Opened: 1874', 'More.', 'End']);
    expect(headings.map(({ text: name, start }) => [name, text.slice(start, start + name.length)])).toEqual([
      ['Line', 'Line'],
      ['End', 'End'],
    ]);
  });

  it('stays text if it is no table or has no end', async () => {
    expect(await blocks(`${'<table><tr><td>'.repeat(2_000)}in`)).toEqual(['in']);
    expect(await blocks('<table>stray<tr>a<td>b</tr></table><td>c<table><thead><tr><th>d')).toEqual([
      'straya',
      'b',
      'c',
      'd',
    ]);
    expect(await blocks(`<table><tr><th>${'long '.repeat(30)}<tr><td>1<td>2</table>`)).toHaveLength(2);
    const layout = `<table><tr><td><p>${'One. '.repeat(60)}<p>${'Two. '.repeat(60)}<td>3</table>`;
    expect((await blocks(layout)).map((block) => block.slice(0, 9))).toEqual(['3', 'One. One.', 'Two. Two.']);
  });

  it('of five thousand rows repeats its headers in each chunk and splits no row', async () => {
    const rows = Array.from({ length: 5_000 }, (_, i) => `<tr><td>St. Mary ${i}<td>${1800 + (i % 100)}<td>${i % 7}`);
    const content = await read(`<table><tr><th>Station<th>Opened<th>Platforms${rows.join('')}</table>`);
    const chunks = await chunkText(content, DEFAULT_CHUNKS, signal);
    expect(chunks.length).toBeGreaterThan(200);
    for (const { text, start, end } of chunks) {
      expect(content.text.slice(start, end)).toBe(text);
      for (const line of text.split('\n\n'))
        expect(line).toMatch(/^Station: St\. Mary \d+; Opened: 1\d{3}; Platforms: \d$/);
    }
    const paragraphs = new Set(chunks.flatMap(({ text }) => text.split('\n\n')));
    expect(paragraphs.size).toBe(5_000);
  });

  it('repeats the first value on each line of a wide row', async () => {
    const columns = Array.from({ length: 60 }, (_, i) => i);
    const html = `<table><tr><th>Station${columns.map((i) => `<th>Measure ${i}`).join('')}
      <tr><td>Ashby${columns.map((i) => `<td>value of ${i}`).join('')}</table>`;
    const lines = await blocks(html);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) {
      expect(line).toMatch(/^Station: Ashby; Measure/);
      expect(line.length).toBeLessThan(800);
    }
    expect(lines.join('; ').match(/Measure \d+: value of \d+/g)).toHaveLength(60);
  });

  it('grows within a limit by repeated headers', async () => {
    const spans = `<td rowspan=60000 colspan=1000>${'x'.repeat(90)}`.repeat(200);
    const hostile = (rows: number): string => `<table><tr>${spans}${'<tr><td>y'.repeat(rows)}</table>`;
    expect((await read(hostile(2_000))).text.length).toBeLessThan(20 * hostile(2_000).length);
    const heads = `<table><tr>${`<th>${'h'.repeat(90)}`.repeat(10)}${`<tr>${'<td>1'.repeat(10)}`.repeat(100_000)}</table>`;
    const refusal = await read(heads).then(
      () => 'read',
      (error: unknown) => (error as Error).message,
    );
    expect(Number(/text has (\d+) characters/.exec(refusal)?.[1])).toBeLessThan(25_000_000);
    const long = `<table><tr><td rowspan=100>${'word '.repeat(50)}<td>0${'<tr><td>1'.repeat(99)}</table>`;
    expect((await read(long)).text.match(/word/g)).toHaveLength(50);
  });
});

it('all words of any table keep their order within cells, and headings their places', async () => {
  const tags =
    'table /table thead tbody /tbody tr /tr td /td th td:colspan=2 th:rowspan=2 td:rowspan=0 caption ' +
    '/caption h2 /h2 p b /b';
  const part = fc.oneof(
    fc.constantFrom(...tags.split(' ').map((tag) => `<${tag.replace(':', ' ')}>`)),
    fc.constant('#'),
  );
  // Whole tables too: rows of cells, many without a word, in sections or none.
  const cell = fc
    .tuple(
      fc.constantFrom('td', 'th'),
      fc.constantFrom('', '', ' colspan=2', ' rowspan=2'),
      fc.constantFrom('', '#', '#'),
    )
    .map(([name, span, word]) => [`<${name}${span}>`, word]);
  const row = fc.array(cell, { maxLength: 4 }).map((cells) => ['<tr>', ...cells.flat()]);
  const section = fc
    .tuple(fc.constantFrom('', '<thead>', '<tbody>'), fc.array(row, { maxLength: 4 }))
    .map(([tag, rows]) => [tag, ...rows.flat()]);
  const table = fc.array(section, { maxLength: 3 }).map((sections) => ['<table>', ...sections.flat()]);
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.array(part, { maxLength: 60 }), table), async (parts) => {
      let count = 0;
      const html = parts.map((each) => (each === '#' ? ` w${count++} ` : each)).join('');
      const { text, headings, rows = [] } = await read(`w${html} end`);
      for (let i = 0; i < count; i++) expect(text).toMatch(new RegExp(`\\bw${i}\\b`));
      for (const { text: name, start } of headings) expect(text.slice(start).replace(/\s+/g, ' ')).toContain(name);
      for (const start of rows) expect(start === 0 || text.slice(start - 2, start) === '\n\n').toBe(true);
    }),
    { numRuns: runs(500) },
  );
});

describe('elements that browsers hide', () => {
  it.each([
    ['<p hidden>no<b>no</b></p>'],
    ['<div hidden="">no<div>no</div></div>'],
    ['<span aria-hidden="true">no</span>'],
    ['<template><p>no</p></template>'],
    ['<p style="color: red; display : none">no</p>'],
    ['<p STYLE="DISPLAY:NONE!important">no</p>'],
    ['<p style="visibility:hidden">no</p>'],
    ['<noscript><img src=x>no</noscript>'],
    ['<script>"no"</script><script type="application/ld+json">{"no":1}</script>'],
    ['<style>no{}</style>'],
    ['<!-- no <p>no</p> --><!--[if mso]><p>no</p><![endif]-->'],
    ['<dialog>no</dialog>'],
    ['<datalist><option>no</datalist>'],
    ['<h2 hidden>no</h2>'],
    ['<table hidden><tr><td>no</table>'],
    ['<input hidden><br hidden>'],
  ])('are not read: %s', async (html) => {
    const { text, headings } = await read(`<p>Before.</p>${html}<p>After.</p>`);
    expect(text).toBe('Before.\n\nAfter.');
    expect(headings).toEqual([]);
  });

  it('are left out of tables too', async () => {
    const html = `<table><tr><th>Station<th hidden>Id<th>Opened<tr><td>Ashby<td hidden>17<td>1874<tr hidden><td>x<td>y
      <tr style="display:none"><td>z</table>`;
    expect(await blocks(html)).toEqual(['Station: Ashby; Opened: 1874']);
  });

  it('do not include elements that browsers show, or show on request', async () => {
    const html = `<body aria-hidden=true><p aria-hidden=false>one</p><p style="display:block">two</p>
      <details><summary>three</summary>four</details><dialog open>five</dialog><p hidden=until-found>six</p>
      <p style="background:url(display:none.png)">seven</p><p data-hidden>eight</p>`;
    expect(await blocks(html)).toEqual(['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']);
  });
});
