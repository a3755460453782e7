/** A class with restrictions, and its neighbours as a graph. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { root } from '../../support/pages';
import { expectAccessible, expectNoSideScroll, picture, underWorkbench } from '../../support/workbench/browser';

underWorkbench((workbench) => {
  beforeAll(async () => {
    const body = readFileSync(path.join(root, 'ontologies/museum.ttl'), 'utf8');
    const headers = { 'Content-Type': 'text/turtle' };
    expect((await fetch(`${workbench.url}/ontology`, { method: 'POST', headers, body })).status).toBe(200);
  });

  it('shows what its restrictions mean, and where they stand', async () => {
    const page = await workbench.open('/class/FragileWork', { viewport: { width: 360, height: 740 } });
    const rows = page.getByRole('table').filter({ hasText: 'Meaning' }).locator('tbody tr');
    await rows.first().waitFor();
    const texts = (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    expect(texts.sort()).toEqual([
      expect.stringMatching(/^hangs in only dim room holds for every member line \d+$/),
      expect.stringMatching(/^lent to at most 0 holds for every member line \d+$/),
      expect.stringMatching(/^technique some light-sensitive technique makes a member line \d+$/),
    ]);
    await page.getByRole('link', { name: 'dim room' }).first().click();
    await page.getByRole('heading', { name: 'dim room' }).waitFor();
    await page.getByRole('row', { name: /^light level the value "?50.*holds for every member/ }).waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
  });

  it('shows its neighbours as a graph', async () => {
    const page = await workbench.open('/class/Work', { viewport: { width: 1100, height: 900 }, colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Show as a graph' }).click();
    const graph = page.getByRole('img', { name: /^Graph of \d+ nodes/ });
    await graph.locator('canvas').first().waitFor();
    expect(Number(/\d+/.exec((await graph.getAttribute('aria-label')) ?? '')?.[0])).toBeGreaterThan(3);
    await expectAccessible(page);
    await graph.scrollIntoViewIfNeeded();
    await picture(page, 'workbench-class-graph');
  });
});
