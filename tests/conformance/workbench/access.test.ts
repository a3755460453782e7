/** Login to a cluster with access control: kept for the tab, refreshed, logged out; rights as what is possible. */
import type { Page } from 'playwright-core';
import { describeIf } from '../../support/conditional';
import { Cluster, LOGIN, READ, WRITE } from '../../support/engines/access-control';
import { dgraphVersion, startDgraph, type RunningDgraph } from '../../support/engines/dgraph';
import { expectAccessible, expectNoSideScroll, inBrowser } from '../../support/workbench/browser';
import { loadExample } from '../../support/workbench/example';

const version = dgraphVersion();
const LIVES = { accessSeconds: 300, refreshSeconds: 900 };

async function login(page: Page, user: string, password: string): Promise<void> {
  await page.getByLabel('User').fill(user);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

describeIf(version, 'there is no dgraph program on the PATH')('with access control', () => {
  let dgraph: RunningDgraph;
  let cluster: Cluster;
  afterAll(() => dgraph?.stop());
  const prepare = async () => {
    dgraph = await startDgraph(version!, LIVES);
    cluster = new Cluster(dgraph);
    await cluster.token('groot');
    return { DGRAPH_URL: dgraph.url, ...LOGIN };
  };

  inBrowser('dgraph', prepare, (workbench) => {
    beforeAll(async () => {
      await loadExample(workbench.url, { 'X-Dgraph-AccessToken': await cluster.token('groot') });
      const readable = ['dgraph.type', 'iri', 'name', 'age', 'hasPet', 'petOf', 'friendOf', 'bestFriend'];
      await cluster.addUser('clerk', Object.fromEntries(readable.map((name) => [name, READ | WRITE])));
      await cluster.knows('clerk', readable);
    });

    it('a guardian logs in for the tab, and sees everything', async () => {
      const page = await workbench.open('/class/Dog', { viewport: { width: 360, height: 740 } });
      await page.getByRole('heading', { name: 'Login to the cluster' }).waitFor();
      await expectAccessible(page);
      await expectNoSideScroll(page);
      await login(page, 'groot', 'wrong');
      await page
        .getByRole('alert')
        .getByText(/password/i)
        .waitFor();
      await login(page, 'groot', LOGIN.DGRAPH_PASSWORD);
      await page.getByText('groot (guardian)').waitFor();
      await page.getByRole('link', { name: 'Rex' }).click();
      await page.getByRole('button', { name: 'Why? is a animal' }).click();
      await page.getByRole('list', { name: 'Proof' }).first().waitFor();
      const stored = await page.evaluate<[string, string, string]>(
        '[JSON.stringify(sessionStorage), JSON.stringify(localStorage), document.cookie + location.href]',
      );
      expect(stored.map((text) => text.includes('eyJ'))).toEqual([true, false, false]);
      expect(stored.join()).not.toContain(LOGIN.DGRAPH_PASSWORD);
      const other = await page.context().newPage();
      await other.goto(`${workbench.url}/ui/`);
      await other.getByRole('heading', { name: 'Login to the cluster' }).waitFor();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('heading', { name: 'Login to the cluster' }).waitFor();
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
    });

    it('another user sees what is readable, and what is for guardians is not offered', async () => {
      const page = await workbench.open('/class/Dog');
      await login(page, 'clerk', 'a long password');
      await page.getByRole('link', { name: 'Rex' }).click();
      await page.getByRole('row', { name: /^name Rex asserted/ }).waitFor();
      expect(await page.getByRole('button', { name: /^Why/ }).count()).toBe(0);
      for (const view of ['health', 'chat', 'documents']) {
        await page.goto(`${workbench.url}/ui/#/${view}`);
        await page.getByText('This is for members of the group guardians.').waitFor();
      }
      await page.goto(`${workbench.url}/ui/#/ontology`);
      await page.getByRole('heading', { name: 'The ontology' }).waitFor();
      expect(await page.getByRole('button', { name: 'Load', exact: true }).isDisabled()).toBe(true);
      await page.goto(`${workbench.url}/ui/#/write`);
      expect(await page.getByRole('button', { name: 'Dry run' }).isDisabled()).toBe(true);
      await page.locator('.cm-content').click();
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText('{ "set": [ { "graph.type": "Dog", "name": "Fido" } ] }');
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('heading', { name: 'Written' }).waitFor();
    });

    it('a token is refreshed before it ends; a login that cannot be refreshed begins anew', async () => {
      const page = await workbench.open('/class/Dog');
      await login(page, 'groot', LOGIN.DGRAPH_PASSWORD);
      await page.getByRole('link', { name: 'Rex' }).waitFor();
      const tokens = async () =>
        JSON.parse(await page.evaluate<string>("sessionStorage.getItem('owlgate.login')")) as Record<string, string>;
      const first = await tokens();
      // A token that ends now, as the page reads it.
      const ended = await cluster.signed({ userid: 'groot' }, 10);
      const change = { access: ended, refresh: first['refresh'] };
      await page.evaluate(`sessionStorage.setItem('owlgate.login', ${JSON.stringify(JSON.stringify(change))})`);
      const refreshed = page.waitForRequest((request) => request.url().endsWith('/login'));
      await page.getByRole('link', { name: 'Rex' }).click();
      expect((await refreshed).postDataJSON()).toEqual({ refresh_token: first['refresh'] });
      await page.getByRole('heading', { name: 'Rex' }).waitFor();
      expect((await tokens())['access']).not.toBe(ended);
      await page.evaluate("sessionStorage.setItem('owlgate.login', JSON.stringify({ access: 'x', refresh: 'x' }))");
      await page.goto(`${workbench.url}/ui/#/class/Cat`);
      await page.getByRole('heading', { name: 'Login to the cluster' }).waitFor();
    });
  });
});
