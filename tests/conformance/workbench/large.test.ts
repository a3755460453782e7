/** A tree of 20,000 classes: few rows in the page, and frames without a stutter. */
import { underWorkbench } from '../../support/workbench/browser';

const COUNT = 20_000;
/** Three children each, in five languages. */
const TERMS = {
  version: 1,
  classes: Array.from({ length: COUNT }, (_, i) => ({
    iri: `C${i}`,
    fullIri: `urn:large#C${i}`,
    labels: Object.fromEntries(['', 'en', 'de', 'fr', 'ja'].map((tag) => [tag, `${tag} thing ${i}`])),
    directSuperClasses: i < 10 ? [] : [`C${Math.floor(i / 3)}`],
  })),
  properties: [],
};

/** Scrolls frame by frame, and returns the times of the frames in ascending order; run in the page. */
const SCROLL = `(async () => {
  const box = document.querySelector('.virtual');
  const times = [];
  let last = performance.now();
  for (let i = 0; i < 60; i++) {
    box.scrollTop += 90;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    times.push(performance.now() - last);
    last = performance.now();
  }
  return times.sort((a, b) => a - b);
})()`;

underWorkbench((workbench) => {
  it('is there, searched, opened and scrolled', async () => {
    const page = await workbench.open('/none');
    // The gateway's part has its own tests: here the answers are made.
    const session = { version: '0', ontology: 1, engine: 'embedded', keys: false, role: 'read', administers: false };
    await page.route('**/ui/session', (route) => route.fulfill({ json: { ...session, accessControl: false } }));
    await page.route('**/ontology/terms', (route) => route.fulfill({ json: TERMS }));
    const began = Date.now();
    await page.goto(`${workbench.url}/ui/#/classes`);
    await page.reload();
    await page.getByRole('treeitem').first().waitFor();
    const shownAfter = Date.now() - began;
    await page.getByRole('tree').focus();
    // Opens the first branches, and scrolls through what is open.
    for (let i = 0; i < 8; i++) {
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
    }
    const frames = await page.evaluate<number[]>(SCROLL);
    expect(await page.getByRole('treeitem').count()).toBeLessThan(120);
    await page.getByRole('searchbox').fill('fr thing 1999');
    await page.getByText('11 classes found').waitFor();
    // The machine may be busy: budgets of the work are generous, and the median tells of the page.
    expect(shownAfter).toBeLessThan(15_000);
    expect(frames[30]).toBeLessThan(100);
  });
});
