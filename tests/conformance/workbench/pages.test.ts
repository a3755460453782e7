/** Every page: WCAG 2.2 AA in both themes and languages, at 360 pixels and on a projector; and by the keyboard alone. */
import type { Page } from 'playwright-core';
import { expectAccessible, expectNoSideScroll, underWorkbench } from '../../support/workbench/browser';
import { loadExample } from '../../support/workbench/example';

const NARROW = { width: 360, height: 740 };
const PROJECTOR = { width: 1920, height: 1080 };
/** Views with what they show once they are there. */
const VIEWS: readonly (readonly [view: string, selector: string])[] = [
  ['/classes', '[role=treeitem]'],
  ['/class/Person', '.members a'],
  ['/node/urn%3Arex', 'table.facts tbody tr'],
  ['/ask', '.cm-content'],
  ['/chat', 'form input'],
  ['/documents', 'tbody tr'],
  ['/documents/rex.md', '.mention'],
  ['/write?class=Person', '.fields input'],
  ['/ontology', '.versions li'],
  ['/health', '.glance dd'],
  ['/source?line=12', '.line.shown'],
  ['/nothing', 'main p'],
];

/** Presses Tab until an element with a name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(FOCUSED);
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    passed.push(focused);
  }
  throw new Error(`no ${name} among ${passed.join(' | ')}`);
}

/** Name of the element with the focus; run in the page. */
const FOCUSED = `(() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at.ariaLabel ?? (at.labels?.[0]?.innerText || at.innerText || at.name || at.tagName);
})()`;

underWorkbench((workbench) => {
  beforeAll(async () => {
    await loadExample(workbench.url);
    const post = async (address: string, type: string, body: string): Promise<void> => {
      const response = await fetch(workbench.url + address, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body,
      });
      expect(await response.text()).not.toMatch(/^\{"errors"/);
    };
    const rex = { 'graph.type': 'Dog', iri: 'urn:rex', name: 'Rexina' };
    await post('/mutate?commitNow=true', 'application/json', JSON.stringify({ set: [rex] }));
    await post('/api/v1/databases/default/documents?source=rex.md', 'text/markdown', 'Rexina is a dog of Ada.');
  });

  it.each([
    ['light', 'en-GB', NARROW],
    ['dark', 'de-AT', NARROW],
    ['dark', 'en-GB', PROJECTOR],
  ] as const)('%s, %s, %o', async (colorScheme, locale, viewport) => {
    const page = await workbench.open('/classes', { colorScheme, locale, viewport });
    for (const [view, selector] of VIEWS) {
      await page.goto(`${workbench.url}/ui/#${view}`);
      await page.locator(selector).first().waitFor();
      await expectAccessible(page);
      await expectNoSideScroll(page);
    }
  });

  it('the keyboard alone leads from page to page, to an answer and its proof', async () => {
    const page = await workbench.open('/classes');
    await page.getByRole('treeitem').first().waitFor();
    await tabTo(page, 'Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('content');
    await page.reload();
    await tabTo(page, 'Documents');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Documents' }).waitFor();
    await tabTo(page, /^rex|^Rex/);
    await page.keyboard.press('Enter');
    await page.locator('.mention').first().waitFor();
    await page.reload();
    await tabTo(page, 'Chat');
    await page.keyboard.press('Enter');
    await tabTo(page, /^Question/);
    await page.keyboard.type('Is Rexina an animal?');
    await page.keyboard.press('Enter');
    await page.locator('.evidence .fact').first().waitFor();
    await page.locator('.skip').focus();
    await tabTo(page, /^Why\?/);
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Proof' }).waitFor();
    await page.locator('.skip').focus();
    await tabTo(page, 'Write');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Facts');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('{ "set": [ { "graph.type": "Dog", "name": "Fido" } ] }');
    await tabTo(page, 'Dry run');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'This would be written' }).waitFor();
    await page.locator('.skip').focus();
    await tabTo(page, 'Health');
    await page.keyboard.press('Enter');
    await page.getByText('Materialization: idle.').waitFor();
    await tabTo(page, 'Materialize again');
  });
});
