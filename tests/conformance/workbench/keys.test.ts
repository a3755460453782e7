/** Login with API keys: the page without a key, the key in the session only, rights as what is possible. */
import { digestOf, makeKey, printLine } from '../../../src/http/auth/keys';
import { expectAccessible, underWorkbench } from '../../support/workbench/browser';
import { loadExample } from '../../support/workbench/example';

const KEYS = { read: makeKey(), admin: makeKey() };
const RING = (['read', 'admin'] as const)
  .map((role) => printLine({ name: `key-${role}`, role, digest: digestOf(KEYS[role]) }))
  .join(',');

underWorkbench(
  (workbench) => {
    it('asks for a key, refuses a wrong one, and keeps a right one for the tab', async () => {
      const page = await workbench.open('/ontology');
      await page.getByRole('heading', { name: 'API key' }).waitFor();
      await expectAccessible(page);
      await page.getByLabel('Key').fill('owk_wrong');
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByText('The key is not valid.').waitFor();
      await page.getByLabel('Key').fill(KEYS.read);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByText('key-read (read)').waitFor();
      // Actions that the role does not allow cannot be chosen.
      expect(await page.getByRole('button', { name: 'Load', exact: true }).isDisabled()).toBe(true);
      await page.getByText('Loading needs an address that may administer').waitFor();
      const stored = await page.evaluate<[string, string, string]>(
        '[JSON.stringify(sessionStorage), JSON.stringify(localStorage), document.cookie + location.href]',
      );
      expect(stored.map((text) => text.includes(KEYS.read))).toEqual([true, false, false]);
      const other = await page.context().newPage();
      await other.goto(`${workbench.url}/ui/`);
      await other.getByRole('heading', { name: 'API key' }).waitFor();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('heading', { name: 'API key' }).waitFor();
      expect(await page.evaluate('sessionStorage.length')).toBe(0);
    });

    it('shows everything to a key of the role admin', async () => {
      await loadExample(workbench.url, { 'X-Owlgate-Key': KEYS.admin });
      const page = await workbench.open('/class/Dog');
      await page.getByLabel('Key').fill(KEYS.admin);
      await page.getByRole('button', { name: 'Log in' }).click();
      await page.getByRole('link', { name: 'Rex' }).click();
      await page.getByRole('heading', { name: 'Rex' }).waitFor();
    });
  },
  { settings: { OWLGATE_API_KEYS: RING } },
);
