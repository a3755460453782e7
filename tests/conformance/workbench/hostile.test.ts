/** Labels and documents that would steer the page: markup, scripts, directions of text, ten megabytes. */
import type { Page } from 'playwright-core';
import { underWorkbench } from '../../support/workbench/browser';

const MARKUP = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
const BIDI = '\u202Egnp.exe\u2066';
const LONG = 'x'.repeat(1_000_000);
/** Characters that an ontology may have in its strings. */
const literal = (text: string): string => JSON.stringify(text);
const ONTOLOGY = `
@prefix : <urn:hostile#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:A a owl:Class ; rdfs:label ${literal(MARKUP)} ; rdfs:comment ${literal(`${MARKUP} javascript:alert(3)`)} .
:B a owl:Class ; rdfs:subClassOf :A ; rdfs:label ${literal(BIDI)} .
:C a owl:Class ; rdfs:subClassOf :B ; rdfs:label ${literal(LONG)} .
:name a owl:DatatypeProperty ; rdfs:label ${literal(MARKUP)} ; rdfs:range xsd:string .
:knows a owl:ObjectProperty ; rdfs:label ${literal(BIDI)} ; rdfs:range :A .
`;
const DATA = JSON.stringify({
  set: [
    { 'graph.type': 'C', iri: 'urn:a', name: MARKUP, knows: { iri: 'javascript:alert(4)', name: BIDI } },
    { 'graph.type': 'B', iri: 'urn:long', name: LONG.slice(0, 30_000) },
  ],
});

/** Elements with the label's text that do not isolate its direction; run in the page. */
const STRAYS = `[...document.querySelectorAll('main *')]
  .filter((each) => [...each.childNodes].some((node) => node.nodeType === 3 && node.data.includes(${JSON.stringify(BIDI)})))
  // An option is a line of its own, and can have no element within.
  .filter((each) => each.closest('bdi, option') === null)
  .map((each) => each.outerHTML)`;

async function expectOnlyText(page: Page): Promise<void> {
  expect(await page.locator('main img, main script, main b').count()).toBe(0);
  expect(await page.evaluate<string[]>(STRAYS)).toEqual([]);
}

underWorkbench((workbench) => {
  const post = async (path: string, type: string, body: string): Promise<void> => {
    const response = await fetch(workbench.url + path, { method: 'POST', headers: { 'Content-Type': type }, body });
    expect(await response.text()).not.toMatch(/^\{"errors"/);
  };
  beforeAll(async () => {
    await post('/ontology', 'text/turtle', ONTOLOGY);
    await post('/mutate?commitNow=true', 'application/json', DATA);
  });

  it('are text on every page, isolated in their direction', async () => {
    const page = await workbench.open('/class/B');
    await page.getByRole('heading', { name: BIDI }).waitFor();
    const row = page.getByRole('treeitem').first();
    expect(await row.innerText()).toContain(MARKUP);
    await page.getByRole('searchbox').fill('onerror');
    await page.getByText('1 classes found').waitFor();
    await page.locator('.members').getByRole('link', { name: MARKUP }).click();
    await page
      .getByRole('button', { name: /^Why\?/ })
      .first()
      .click();
    await page.getByRole('list', { name: 'Proof' }).waitFor();
    await page.getByRole('button', { name: 'Show as a graph' }).click();
    await page.locator('.graph canvas').first().waitFor();
    await expectOnlyText(page);
  });

  it('lead nowhere: an IRI is no address', async () => {
    const page = await workbench.open('/node/urn%3Aa');
    await page.getByRole('heading', { name: MARKUP }).waitFor();
    await page.getByTitle('javascript:alert(4)').first().click();
    await page.getByText('javascript:alert(4)').waitFor();
    const links = await page.locator('a').evaluateAll((all) => all.map((each) => each.getAttribute('href')));
    expect(links.filter((each) => !each?.startsWith('#'))).toEqual([]);
    // The same from an address that somebody sends.
    for (const view of [
      '/class/javascript:alert(5)',
      '/source?line=1e9&document=%3Cb%3E',
      `/%3Cscript%3E`,
      '/ask?q=%3Cb%3E',
    ]) {
      await page.goto(`${workbench.url}/ui/#${view}`);
      await page.locator('main h1, main p').first().waitFor();
    }
  });

  it('of many characters are cut, and ten megabytes are shown line by line', async () => {
    const page = await workbench.open('/node/urn%3Along');
    await page.getByRole('heading', { name: /^x+…$/ }).waitFor();
    expect(await page.evaluate<number>('document.body.innerText.length')).toBeLessThan(20_000);
    await page.goto(`${workbench.url}/ui/#/ontology`);
    const lines = Array.from(
      { length: 100_000 },
      (_, i) => `<urn:${i}> <urn:p> "${MARKUP.replaceAll('"', "'")}${'y'.repeat(40)}" .`,
    );
    const buffer = Buffer.from(lines.join('\n'));
    expect(buffer.length).toBeGreaterThan(10_000_000);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: `${'n'.repeat(200)}.ttl`, mimeType: 'text/turtle', buffer });
    await page.getByText(/characters: shown, not edited here/).waitFor();
    await page.locator('.line').first().waitFor();
    expect(await page.locator('.line').count()).toBeLessThan(150);
    await page.locator('.virtual').evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await page.locator('.line', { hasText: '<urn:99999>' }).waitFor();
  });

  it('are text in documents, questions and answers', async () => {
    const page = await workbench.open('/documents');
    const text = `${MARKUP} ${BIDI} is near. The <b>parrot</b> ${BIDI} came from Graz in 1999. `;
    const large = `${text}${'Words about nothing at all. '.repeat(1_000)}`.repeat(400);
    expect(large.length).toBeGreaterThan(10_000_000);
    const name = `<b>${BIDI}.txt`;
    await page.locator('input[type=file]').setInputFiles([
      { name, mimeType: 'text/plain', buffer: Buffer.from(text) },
      { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.from(large) },
    ]);
    await page.getByRole('row', { name: 'large.txt' }).waitFor({ timeout: 120_000 });
    await expectOnlyText(page);
    await page.getByRole('row', { name: /<b>/ }).getByRole('link').click();
    await page.locator('.passages > li').first().waitFor();
    expect(await page.locator('.passages').innerText()).toContain('onerror="alert(1)"');
    await expectOnlyText(page);
    await page.goto(`${workbench.url}/ui/#/documents/large.txt?passage=10000`);
    await page.locator('.passages > li.shown').waitFor();
    expect(await page.locator('.passages > li').count()).toBeLessThanOrEqual(50);
    await expectOnlyText(page);
    await page.goto(`${workbench.url}/ui/#/chat`);
    await page.getByLabel('Question').fill(`Where did the parrot come from? ${MARKUP} ${BIDI}`);
    await page.keyboard.press('Enter');
    await page.getByText(/^Answered by the module/).waitFor();
    await page.locator('.turns summary').click();
    await expectOnlyText(page);
    await page.goto(`${workbench.url}/ui/#/chat/%3Cb%3E`);
    await page.getByRole('alert').waitFor();
    await expectOnlyText(page);
  });

  it('are text in contradictions, repairs and the graph of a class', async () => {
    const both = {
      'graph.type': ['C', 'D'],
      iri: 'urn:both',
      name: MARKUP,
      knows: { name: BIDI, 'graph.type': 'D' },
    };
    await post('/mutate?commitNow=true', 'application/json', JSON.stringify({ set: [both] }));
    const disjoint = `:D a owl:Class ; rdfs:label ${literal(BIDI)} ; owl:disjointWith :A .`;
    await post('/ontology', 'text/turtle', ONTOLOGY + disjoint);
    const page = await workbench.open('/health');
    await page.getByRole('button', { name: 'Find the smallest repairs' }).click();
    await page.locator('.repair').first().getByRole('button', { name: 'Dry run' }).click();
    await page.getByRole('heading', { name: 'This would be written' }).first().waitFor();
    await expectOnlyText(page);
    await page.goto(`${workbench.url}/ui/#/class/D`);
    await page.getByRole('button', { name: 'Show as a graph' }).click();
    await page.locator('.graph canvas').first().waitFor();
    await expectOnlyText(page);
  });
});
