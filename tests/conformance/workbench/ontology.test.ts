/** Changing the ontology: remarks at lines, differences, effect, load, versions, rollback. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Page } from 'playwright-core';
import { root } from '../../support/pages';
import { expectAccessible, expectNoSideScroll, picture, underWorkbench } from '../../support/workbench/browser';
import { loadExample } from '../../support/workbench/example';

const ANIMALS = readFileSync(path.join(root, 'ontologies/animals.ttl'), 'utf8');
/** Owners of pets are keepers, which concerns Ada. */
const KEEPERS = `${ANIMALS}
:Keeper a owl:Class .
:hasPet rdfs:domain :Keeper .
`;
const BEYOND = `${ANIMALS}
:Stray a owl:Class ; rdfs:subClassOf [ a owl:Class ; owl:unionOf ( :Cat :Dog ) ] .
`;
const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length;

/** Chooses a file, as a drop does. */
const choose = (page: Page, name: string, text: string): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/turtle', buffer: Buffer.from(text) });

underWorkbench((workbench) => {
  beforeAll(() => loadExample(workbench.url));

  it('violations of the profile, and errors of syntax, stand at their lines', async () => {
    const page = await workbench.open('/ontology');
    await choose(page, 'beyond.ttl', BEYOND);
    await page.getByRole('button', { name: 'Check' }).click();
    await page
      .locator('.remarks')
      .getByText(`line ${lineOf(BEYOND, ':Stray a')}:`)
      .first()
      .waitFor();
    await page.locator('.cm-line', { hasText: ':Stray a owl:Class' }).locator('.cm-lintRange-error').first().waitFor();
    await expectAccessible(page);
    await choose(page, 'broken.ttl', ANIMALS.replace('rdfs:label "cat" .', 'rdfs:label "cat" :'));
    await page.getByRole('button', { name: 'Check' }).click();
    await page
      .getByRole('alert')
      .getByText(/^ontology: line \d+, column \d+/)
      .waitFor();
  });

  it('a check shows axioms and facts gained and lost, and changes nothing', async () => {
    const page = await workbench.open('/ontology', { viewport: { width: 1100, height: 900 } });
    await choose(page, 'keepers.ttl', KEEPERS);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('heading', { name: 'Valid: nothing was changed' }).waitFor();
    const added = await page.locator('.changes .added').allInnerTexts();
    expect(added.join('\n')).toContain('ObjectPropertyDomain(:hasPet :Keeper)');
    expect(added.join('\n')).toMatch(/\+ 0x\w+ is a Keeper/);
    await expectAccessible(page);
    await picture(page, 'workbench-ontology');
    await page.getByText('Ontology version 1').waitFor();
  });

  it('a load makes a version, which is compared and rolled back', async () => {
    const page = await workbench.open('/ontology', { viewport: { width: 360, height: 740 } });
    await choose(page, 'keepers.ttl', KEEPERS);
    await page.getByLabel('Message').fill('keepers of pets');
    await page.getByRole('button', { name: 'Load', exact: true }).click();
    await page.getByText('Ontology version 2').waitFor();
    const versions = page.locator('.versions > li');
    expect(await versions.first().innerText()).toMatch(
      /Version 2 in force .*keepers\.ttl[^]*\+2 −0 axioms[^]*keepers of pets/,
    );
    await versions.first().getByRole('button', { name: 'Difference' }).click();
    await versions.first().getByText('Declaration(Class(:Keeper))').waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await versions.nth(1).getByRole('button', { name: 'Roll back' }).click();
    await versions.nth(1).getByRole('button', { name: 'Yes, roll back' }).click();
    await page.getByText('Ontology version 3').waitFor();
    await page.getByRole('button', { name: 'Open the version in force' }).click();
    await page.locator('.cm-line', { hasText: '# Animals and the people who keep them' }).waitFor();
  });

  it('a load shows the progress of its materialization as it comes', async () => {
    const page = await workbench.open('/ontology');
    const status = { state: 'running', version: 9, phase: 'inferring', step: 3, steps: 8, nodes: 1_200, inferred: 34 };
    let hasShown = (): void => {};
    const shown = new Promise<void>((resolve) => (hasShown = resolve));
    await page.route('**/ontology/materialization', (route) =>
      route.fulfill({
        headers: { 'Content-Type': 'text/event-stream' },
        body: `event: progress\ndata: ${JSON.stringify(status)}\n\n`,
      }),
    );
    await page.route('**/ontology?*', async (route) => {
      if (route.request().method() === 'POST') await shown;
      await route.continue();
    });
    await choose(page, 'animals.ttl', ANIMALS);
    await page.getByRole('button', { name: 'Load', exact: true }).click();
    await page
      .getByText('Materialization: running. 1,200 nodes, 34 facts inferred Infers from the stored facts.')
      .waitFor();
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe('3');
    hasShown();
    await page.getByRole('heading', { name: /^Loaded as version/ }).waitFor();
  });
});
