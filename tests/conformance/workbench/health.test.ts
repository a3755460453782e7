/** Health: the engine, a materialization, and contradictions among facts that were stored before the ontology. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { root } from '../../support/pages';
import { expectAccessible, expectNoSideScroll, picture, underWorkbench } from '../../support/workbench/browser';

underWorkbench((workbench) => {
  it('shows what is wrong with its proof, and materializes again', async () => {
    const post = async (address: string, type: string, body: string): Promise<void> => {
      const response = await fetch(workbench.url + address, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body,
      });
      expect(await response.text()).not.toMatch(/^\{"errors"/);
    };
    await post('/mutate?commitNow=true', 'application/rdf', '_:a <graph.type> "Dog" .\n_:a <graph.type> "Cat" .');
    await post('/ontology', 'text/turtle', readFileSync(path.join(root, 'ontologies/animals.ttl'), 'utf8'));
    const page = await workbench.open('/health', { viewport: { width: 360, height: 900 } });
    const proof = page.getByRole('list', { name: 'Proof' });
    await proof.waitFor();
    expect(await proof.innerText()).toMatch(/nothing is both a Cat and a Dog[^]*line 31/);
    await page.getByText(/^v\d+\.\d+.*: healthy$/).waitFor();
    await page.getByText('Materialization: idle.').waitFor();
    // The write and the load before, and the requests of the page.
    const glance = page.locator('.glance');
    expect((await glance.innerText()).replace(/\s+/g, ' ')).toMatch(
      /Running for 0 min Memory \d+ MiB Requests \d+ Failed \(status 5xx\) 0 .*Entailments complete yes/,
    );
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await picture(page, 'workbench-health');
    const started = page.waitForResponse((response) => response.url().endsWith('/ontology/materialize'));
    await page.getByRole('button', { name: 'Materialize again' }).click();
    expect((await started).status()).toBe(202);
    await page.getByText('Materialization: idle.').waitFor();
    await page.getByRole('button', { name: 'Find the smallest repairs' }).click();
    const repairs = page.locator('.repair');
    await repairs.first().waitFor();
    const texts = await repairs.locator('.removed').allInnerTexts();
    expect(texts.map((text) => text.replace(/\s+/g, ' ').replace(/0x\w+/, 'uid')).sort()).toEqual([
      '− uid is a cat',
      '− uid is a dog',
    ]);
    await expectAccessible(page);
    await expectNoSideScroll(page);
    const cat = repairs.filter({ hasText: 'is a cat' });
    expect(await cat.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await cat.getByRole('button', { name: 'Dry run' }).click();
    await cat.getByRole('heading', { name: 'This would be written' }).waitFor();
    await repairs.first().scrollIntoViewIfNeeded();
    await picture(page, 'workbench-repairs');
    await cat.getByRole('button', { name: 'Apply' }).click();
    await cat.getByRole('heading', { name: 'Written' }).waitFor();
    await cat.getByRole('button', { name: 'Look again' }).click();
    await page.getByText('There are none.').waitFor();
  });
});
