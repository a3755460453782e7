/** Questions in DQL and GraphQL: completion, places of errors, views of answers, links, history, files. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expectAccessible, picture, underWorkbench } from '../../support/workbench/browser';
import { loadExample } from '../../support/workbench/example';

const DOGS = '{ dogs(func: type(Dog)) { uid name graph.type petOf { uid name } } }';
const link = (language: string, q: string, v?: string): string =>
  `/ask?${new URLSearchParams({ language, q, ...(v !== undefined && { v }) }).toString()}`;

async function run(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Run' }).click();
}

async function downloaded(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return readFileSync(await file.path(), 'utf8');
}

underWorkbench((workbench) => {
  beforeAll(() => loadExample(workbench.url));

  it('an answer is a table, a tree, a graph and JSON, and a file of each kind', async () => {
    const page = await workbench.open(link('dql', DOGS), { viewport: { width: 1100, height: 900 } });
    await run(page);
    const row = page.locator('tbody tr').first();
    await row.waitFor();
    expect((await row.innerText()).replace(/\s+/g, ' ')).toMatch(/^0x\w+ Rex .*Dog.* 0x\w+ Ada$/);
    await page.getByText(/^[\d.,]+ ms, of which [\d.,]+ ms in the engine$/).waitFor();
    await expectAccessible(page);
    await picture(page, 'workbench-ask');
    expect(await downloaded(page, 'CSV')).toMatch(
      /^uid,name,graph\.type,petOf\.uid,petOf\.name\r\n0x\w+,Rex,".*Dog.*",0x\w+,Ada\r\n$/,
    );
    expect(JSON.parse(await downloaded(page, 'JSON'))).toMatchObject({ dogs: [{ name: 'Rex' }] });
    expect(await downloaded(page, 'Turtle')).toMatch(/"Rex"/);
    await page.getByLabel('tree', { exact: true }).check();
    await page.locator('summary', { hasText: 'dogs' }).waitFor();
    await page.getByLabel('graph', { exact: true }).check();
    await page.getByRole('img', { name: 'Graph of 2 nodes.' }).locator('canvas').first().waitFor();
    await page.getByLabel('JSON', { exact: true }).check();
    await page.getByText('"name": "Rex"').waitFor();
    await expectAccessible(page);
  });

  it('variables, history and saved queries', async () => {
    const text = 'query q($name: string) { q(func: eq(name, $name)) { name age } }';
    const page = await workbench.open(link('dql', text, '{"$name":"Mia"}'));
    await run(page);
    await page.getByRole('cell', { name: 'Mia' }).waitFor();
    await page.getByText('Saved queries').click();
    await page.getByLabel('Name').fill('by name');
    await page.getByRole('button', { name: 'Save' }).click();
    // The address reproduces the question.
    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await page.getByText('Saved queries').click();
    await page.getByRole('button', { name: 'by name', exact: true }).click();
    await page.getByText('History').click();
    await page.getByRole('button', { name: /^query q\(\$name/ }).waitFor();
    await run(page);
    await page.getByRole('cell', { name: 'Mia' }).waitFor();
    await page.getByRole('button', { name: 'Forget by name' }).click();
    expect(await page.getByRole('button', { name: 'by name', exact: true }).count()).toBe(0);
  });

  it('an error is marked at its place', async () => {
    for (const [language, text, part] of [
      ['dql', '{\n  q(func: type(Dog)) {\n    name )\n  }\n}', 'name )'],
      // Messages that name something, without its place.
      ['dql', '{\n  q(func: type(Dog),\n    orderasc: unheardOf) {\n    name\n  }\n}', 'orderasc: unheardOf'],
      ['dql', '{\n  q(func: type(Dog))\n  @filter(near2(name, "x")) {\n    name\n  }\n}', '@filter(near2'],
      ['dql', '{\n  unused as var(func: type(Dog))\n  q(func: type(Dog)) {\n    name\n  }\n}', 'unused as'],
      ['graphql', '{\n  queryDog {\n    nothing\n  }\n}', 'nothing'],
    ] as const) {
      const page = await workbench.open(link(language, text));
      await run(page);
      await page.getByRole('alert').waitFor();
      await page.locator('.cm-line', { hasText: part }).locator('.cm-lintRange-error').waitFor();
      await expectAccessible(page);
    }
  });

  it('names complete a query, from the schema and the ontology', async () => {
    for (const [language, before, typed, expected] of [
      ['dql', '{ q(func: type(', 'Mam', 'Mammal'],
      ['graphql', '{ queryPerson { hasP', 'e', 'hasPet'],
    ] as const) {
      const page = await workbench.open(link(language, before));
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(typed);
      await page.keyboard.press('Control+Space');
      await page.locator('.cm-tooltip-autocomplete li', { hasText: expected }).first().waitFor();
      await page.waitForTimeout(150);
      await page.keyboard.press('Enter');
      await page.locator('.cm-line', { hasText: before + (before.endsWith('P') ? 'et' : expected) }).waitFor();
    }
  });
});
