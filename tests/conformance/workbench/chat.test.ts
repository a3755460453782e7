/** Questions in words with their evidence, and documents with their links, without a model. */
import type { Page } from 'playwright-core';
import { expectAccessible, expectNoSideScroll, picture, underWorkbench } from '../../support/workbench/browser';
import { loadExample } from '../../support/workbench/example';

const REX = '# Rex\n\nRex came from a shelter in Graz in 2019. Ada feeds Rex twice a day. No cat comes near.\n';

const upload = (page: Page, files: Readonly<Record<string, string>>): Promise<void> =>
  page
    .locator('input[type=file]')
    .setInputFiles(
      Object.entries(files).map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
    );

async function ask(page: Page, question: string): Promise<void> {
  await page.getByLabel('Question').fill(question);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: question }).waitFor();
}

underWorkbench((workbench) => {
  beforeAll(() => loadExample(workbench.url));

  it('files become documents, and a document shows how it was linked', async () => {
    const page = await workbench.open('/documents', { viewport: { width: 360, height: 740 } });
    await page.getByText('No document is stored.').waitFor();
    await upload(page, { 'rex.md': REX, 'empty.txt': ' ', 'picture.png': 'x' });
    const reports = page.locator('.remarks li');
    await page.getByText('1 passages, 5 links.').waitFor();
    await page.getByRole('row', { name: /^Rex/ }).waitFor();
    const texts = (await reports.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    expect(texts).toEqual([
      'added rex.md 1 passages, 5 links.',
      expect.stringMatching(/^failed empty\.txt .*empty/),
      'failed picture.png Only text, Markdown, HTML and PDF are read.',
    ]);
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.getByRole('row', { name: /^Rex/ }).getByRole('link').click();
    await page.getByRole('link', { name: 'Ada' }).waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.locator('.mention', { hasText: 'cat' }).click();
    await page.getByRole('heading', { name: 'cat' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Ada' }).click();
    await page.getByRole('heading', { name: 'Ada' }).waitFor();
    await page.goto(`${workbench.url}/ui/#/documents`);
    await upload(page, { 'rex.md': REX });
    await page.getByText('unchanged').waitFor();
    await page.getByRole('button', { name: 'Link again' }).click();
    await page.getByText('0 of 1 passages have other links now.').waitFor();
  });

  it('an answer shows its steps, and its evidence opens: a fact with its proof, a passage in its document', async () => {
    const page = await workbench.open('/chat', { viewport: { width: 1100, height: 900 } });
    await ask(page, 'Who has Rex as a pet?');
    const turn = page.locator('.turns > li').last();
    await turn.locator('.answer', { hasText: /^Ada$/ }).waitFor();
    await turn.getByText('Answered by the module owl.').waitFor();
    // Either of two inverse properties may be read.
    expect((await turn.locator('.fact').first().innerText()).replace(/\s+/g, ' ')).toMatch(
      /^(?:Ada has pet Rex asserted|Rex pet of Ada inferred) Why\?$/,
    );
    await turn
      .getByRole('button', { name: /^Why\? (?:Ada hasPet Rex|Rex petOf Ada)$/ })
      .first()
      .click();
    await turn.getByRole('list', { name: 'Proof' }).getByText('asserted', { exact: true }).first().waitFor();
    await turn.locator('summary').click();
    await turn.getByText('read_question').waitFor();
    await expectAccessible(page);
    await ask(page, 'Is Rex an animal?');
    const inferred = page.locator('.turns > li').last();
    await inferred
      .getByRole('button', { name: /^Why\?/ })
      .first()
      .click();
    expect(await inferred.getByRole('list', { name: 'Proof' }).innerText()).toMatch(/Rex\s+is a\s+animal\s+inferred/);
    await picture(page, 'workbench-chat');
    await ask(page, 'Where did Rex come from?');
    const last = page.locator('.turns > li').last();
    await last.locator('.answer', { hasText: 'Rex came from a shelter in Graz in 2019.' }).waitFor();
    await last.getByRole('link', { name: 'rex.md, passage 1' }).click();
    await page.locator('.passages > li.shown', { hasText: 'Ada feeds Rex' }).waitFor();
    // The address of the conversation has it all.
    await page.goBack();
    await page.getByRole('heading', { name: 'Who has Rex as a pet?' }).waitFor();
    expect(await page.locator('.turns > li').count()).toBe(3);
  });

  it('parts without an answer, and questions without one, are said plainly', async () => {
    const page = await workbench.open('/chat', { viewport: { width: 360, height: 740 }, colorScheme: 'dark' });
    await ask(page, 'Who is the friend of Bo, and where was she born?');
    const turn = page.locator('.turns > li').last();
    await turn.locator('.answer', { hasText: 'not answered' }).waitFor();
    expect(await turn.locator('.answer').allInnerTexts()).toEqual(['Ada', 'not answered where was she born']);
    await ask(page, 'Who painted Rex?');
    const none = page.locator('.turns > li').last();
    await none.getByText('No answer: neither the facts nor the documents say it.').waitFor();
    await none.getByRole('heading', { name: 'Passages that were found first' }).waitFor();
    await expectAccessible(page);
    await expectNoSideScroll(page);
    await page.getByRole('link', { name: 'New conversation' }).click();
    await page.getByText('Facts and documents answer.').waitFor();
    expect(await page.locator('.turns > li').count()).toBe(0);
  });

  it('an answer whose connection breaks is resumed', async () => {
    const page = await workbench.open('/chat');
    await page.route('**/messages', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      const response = await route.fetch();
      const events = (await response.text()).split('\n\n');
      // The first events arrive; the rest is lost with the connection.
      await route.fulfill({ response, body: `${events.slice(0, 3).join('\n\n')}\n\n` });
    });
    await ask(page, 'How old is Ada?');
    await page.locator('.answer', { hasText: '36 years' }).waitFor();
  });
});
