/** From an empty database to "why is Rex an animal", as somebody who has never seen the workbench. */
import { expectAccessible, expectNoSideScroll, picture, underWorkbench } from '../../support/workbench/browser';

const VIEW = { viewport: { width: 1100, height: 720 } };

underWorkbench((workbench) => {
  it('an example, the tree, an individual, its proof, the line of its axiom: within a minute', async () => {
    const page = await workbench.open('/', VIEW);
    const began = Date.now();
    const load = page.getByRole('button', { name: 'Load an example: animals' });
    await load.waitFor();
    await expectAccessible(page);
    await load.click();
    const mammal = page.getByRole('treeitem', { name: /^mammal/ });
    await mammal.click();
    // Rex, Mia, Ada and Bo: members of subclasses alone.
    await page.getByTitle('0 direct, 4 with subclasses').first().waitFor();
    await page.getByRole('heading', { name: 'mammal' }).waitFor();
    await page.getByRole('link', { name: 'Rex' }).waitFor();
    await expectAccessible(page);
    await picture(page, 'workbench-class');
    await page.getByRole('link', { name: 'Rex' }).click();
    await page.getByRole('heading', { name: 'Rex' }).waitFor();
    await page.getByRole('button', { name: 'Why? is a animal' }).click();
    const proof = page.getByRole('list', { name: 'Proof' }).first();
    await proof.waitFor();
    // The shortest proof: what somebody has as a pet is an animal.
    expect(await proof.innerText()).toMatch(/Rex\s+is a\s+animal\s+inferred.*hasPet.*Ada\s+has pet\s+Rex\s+asserted/s);
    expect(Date.now() - began).toBeLessThan(60_000);
    await expectAccessible(page);
    await picture(page, 'workbench-why');
    await proof.getByRole('link', { name: 'line 44' }).click();
    const line = page.locator('.line.shown');
    await line.waitFor();
    expect(await line.innerText()).toMatch(/^44\s+rdfs:range :Animal ;$/);
    await expectAccessible(page);
  });

  it('asserted and inferred facts are told apart, and incoming edges have their proofs', async () => {
    const page = await workbench.open('/class/Dog');
    await page.getByRole('link', { name: 'Rex' }).click();
    const rows = page.locator('table.facts').first().locator('tbody tr');
    await rows.first().waitFor();
    const facts = async () =>
      (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').replace(/ Why\?$/, ''));
    expect((await facts()).sort()).toEqual([
      'age 4 asserted',
      'is a animal inferred',
      'is a dog asserted',
      'is a mammal inferred',
      'name Rex asserted',
      'pet of Ada inferred',
    ]);
    await page.getByLabel('asserted', { exact: true }).check();
    expect(await facts()).toHaveLength(3);
    await page.getByLabel('all', { exact: true }).check();
    const incoming = page.locator('table.facts').nth(1).locator('tbody tr');
    expect((await incoming.first().innerText()).replace(/\s+/g, ' ')).toBe('Ada has pet asserted Why?');
    await incoming.getByRole('button').click();
    await page.getByRole('list', { name: 'Proof' }).getByText('asserted').waitFor();
    await page.getByRole('button', { name: 'Show as a graph' }).click();
    await page.getByRole('img', { name: 'Graph of 2 nodes.' }).locator('canvas').first().waitFor();
    await page.getByLabel('inferred edges').uncheck();
    await page.getByRole('combobox', { name: /^Classes/ }).selectOption({ label: 'person' });
    await expectAccessible(page);
  });

  it('a class shows its labels, hierarchy, disjointness, properties and axioms', async () => {
    const page = await workbench.open('/class/Person');
    await page.getByRole('heading', { name: 'person' }).waitFor();
    await page.getByText('ObjectPropertyDomain(:hasPet :Person)').waitFor();
    const terms = await page.locator('dl').innerText();
    expect(terms.replace(/\s+/g, ' ')).toBe(
      'IRI https://owlgate.dev/examples/animals#Person Superclasses mammal Subclasses – ' +
        'Disjoint with catdog declared here',
    );
    const properties = await page.locator('table').first().innerText();
    expect(properties).toMatch(/best friend\s+person\s+person/);
    expect(properties).toMatch(/pet of\s+person\s+animal\s+inherited\s+inverse of hasPet/);
  });

  it('is driven by the keyboard alone', async () => {
    const page = await workbench.open('/classes');
    const tree = page.getByRole('tree');
    await tree.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    expect(await page.getByRole('treeitem').count()).toBe(1);
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'End', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('heading', { name: 'person' }).waitFor();
    expect(await page.getByRole('treeitem', { selected: true }).innerText()).toMatch(/^person/);
    await page.getByRole('searchbox').fill('AnIm');
    await page.getByText('1 classes found').waitFor();
    await tree.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'animal' }).waitFor();
  });

  it('speaks German, is dark, and fits a width of 360', async () => {
    const page = await workbench.open('/class/Person', {
      locale: 'de-AT',
      colorScheme: 'dark',
      viewport: { width: 360, height: 740 },
    });
    await page.getByRole('heading', { name: 'Eigenschaften' }).waitFor();
    await page.getByRole('link', { name: 'Ada' }).waitFor();
    await expectNoSideScroll(page);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Ada' }).click();
    await page.getByRole('heading', { name: 'Fakten' }).waitFor();
    await expectNoSideScroll(page);
    await page.getByLabel('Sprache').selectOption('en');
    await page.getByRole('heading', { name: 'Facts' }).waitFor();
    await page.getByLabel('Theme').selectOption('light');
    await expectAccessible(page);
  });
});
