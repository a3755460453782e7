/** Writes with a dry run: effects and refusals with their proofs before anything is applied; the form of a class. */
import type { Page } from 'playwright-core';
import { expectAccessible, expectNoSideScroll, picture, underWorkbench } from '../../support/workbench/browser';
import { loadExample } from '../../support/workbench/example';

/** Replaces the text of the editor. */
async function type(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

underWorkbench((workbench) => {
  beforeAll(() => loadExample(workbench.url));

  const count = async (name: string): Promise<number> => {
    const response = await fetch(`${workbench.url}/query`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/dql' },
      body: `{ q(func: eq(name, ${JSON.stringify(name)})) { count(uid) } }`,
    });
    const { data } = (await response.json()) as { data: { q: [{ count: number }] } };
    return data.q[0].count;
  };

  it('a dry run shows what would follow, and only what it has shown is applied', async () => {
    const page = await workbench.open('/write', { viewport: { width: 1100, height: 900 } });
    const apply = page.getByRole('button', { name: 'Apply' });
    for (const [format, text] of [
      ['RDF', '{ set {\n_:a <graph.type> "Dog" .\n_:a <name> "Fido RDF" .\n} }'],
      ['Turtle', '@prefix : <https://owlgate.dev/examples/animals#> . <urn:fido> a :Dog ; :name "Fido Turtle" .'],
      ['JSON', '{ "set": [ { "graph.type": "Dog", "name": "Fido JSON" } ] }'],
    ] as const) {
      await page.getByLabel(format, { exact: true }).check();
      await type(page, text);
      expect(await apply.isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Dry run' }).click();
      await page.getByRole('heading', { name: 'This would be written' }).waitFor();
      expect((await page.locator('.changes').first().innerText()).replace(/\s+/g, ' ')).toMatch(/is a (animal|mammal)/);
      expect(await count(`Fido ${format}`)).toBe(0);
      await apply.click();
      await page.getByRole('heading', { name: 'Written' }).waitFor();
      expect(await count(`Fido ${format}`)).toBe(1);
    }
    await expectAccessible(page);
    // A text that is changed after its dry run has to be tried again.
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByRole('heading', { name: 'This would be written' }).waitFor();
    expect(await apply.isDisabled()).toBe(false);
    await page.locator('.cm-content').click();
    await page.keyboard.type(' ');
    expect(await apply.isDisabled()).toBe(true);
    // The editor is no trap for the keyboard.
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Dry run');
    await type(page, '{ set {\n_:a <name> "x"\n} }');
    await page.getByLabel('RDF', { exact: true }).check();
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.locator('.cm-lintRange-error').first().waitFor();
  });

  it('a contradiction is refused with its proof', async () => {
    const page = await workbench.open('/write', { viewport: { width: 1100, height: 900 } });
    await type(page, '{ "set": [ { "graph.type": ["Dog", "Cat"], "name": "Both" } ] }');
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByRole('heading', { name: 'Refused' }).waitFor();
    const proof = await page.getByRole('list', { name: 'Proof' }).innerText();
    expect(proof).toContain('nothing is both a Cat and a Dog');
    expect(proof).toMatch(/asserted, in this request/);
    expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await picture(page, 'workbench-write');
  });

  it('the form of a class makes an individual', async () => {
    const page = await workbench.open('/class/Person', { viewport: { width: 360, height: 740 } });
    await page.getByRole('link', { name: 'New individual' }).click();
    await page.getByRole('textbox', { name: 'IRI', exact: true }).fill('urn:zoe');
    await page.getByRole('textbox', { name: 'name', exact: true }).fill('Zoë "Z"');
    await page.getByRole('textbox', { name: 'age', exact: true }).fill('31');
    await page.getByRole('textbox', { name: 'has pet', exact: true }).fill('urn:bello');
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Make the text' }).click();
    await page.getByRole('button', { name: 'Dry run' }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByRole('heading', { name: 'Written' }).waitFor();
    await page.goto(`${workbench.url}/ui/#/node/urn%3Azoe`);
    await page.getByRole('heading', { name: 'Zoë "Z"' }).waitFor();
    await page.getByRole('row', { name: /^age 31 asserted/ }).waitFor();
    await page.getByRole('link', { name: 'bello' }).first().click();
    await page.getByRole('row', { name: /^is a animal inferred/ }).waitFor();
  });
});
