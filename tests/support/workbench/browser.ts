/**
 * The workbench in a real Chromium (CHROMIUM, or the system's), before the program as a user starts it. Every test also
 * holds that the page asked nobody but the gateway, and that nothing was refused by its policy.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { describeIf } from '../conditional';
import { forEachEngine, type EngineUnderTest } from '../engines';
import { build, cleanUp, start } from '../program/program';

const executablePath = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (each) => each !== undefined && existsSync(each),
);
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** Time that a page has for each step: on a machine with other work it may need ten times the usual. */
const PATIENCE_MS = 90_000;
const PICTURES = process.env['OWLGATE_SCREENSHOTS'];

export interface Workbench {
  readonly engine: EngineUnderTest['name'];
  /** Address of the gateway, as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Opens a view, as `/class/Dog`. */
  open(view?: string, options?: BrowserContextOptions): Promise<Page>;
}

interface WorkbenchOptions {
  readonly settings?: Readonly<Record<string, string>>;
}

/** Defines a group of tests for every engine, initially empty. */
export function underWorkbench(body: (workbench: Workbench) => void, options: WorkbenchOptions = {}): void {
  const { settings = {} } = options;
  forEachEngine((engine) => {
    const prepare = async (): Promise<Record<string, string>> => {
      await engine.reset();
      return { ...(engine.name !== 'embedded' && { DGRAPH_URL: engine.url }), ...settings };
    };
    inBrowser(engine.name, prepare, body);
  });
}

/**
 * Defines a group of tests before one gateway.
 *
 * @param prepare returns the settings of the gateway
 */
export function inBrowser(
  engine: EngineUnderTest['name'],
  prepare: () => Promise<Readonly<Record<string, string>>>,
  body: (workbench: Workbench) => void,
): void {
  describeIf(executablePath, 'no Chromium; CHROMIUM names one')('in a browser', () => {
    let browser: Browser;
    let url = '';
    const problems: string[] = [];
    beforeAll(async () => {
      build();
      const settings = await prepare();
      const [address, started] = await Promise.all([
        start(settings).url(),
        chromium.launch({ executablePath: executablePath!, args: ['--no-sandbox'] }),
      ]);
      url = address;
      browser = started;
    });
    afterAll(async () => {
      await browser?.close();
      await cleanUp();
    });
    afterEach(async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
      expect(problems.splice(0)).toEqual([]);
    });
    body({
      engine,
      get url() {
        return url;
      },
      open: async (view = '/', contextOptions = {}) => {
        const context = await browser.newContext({ locale: 'en-GB', ...contextOptions });
        await context.addInitScript({ content: AXE });
        context.setDefaultTimeout(PATIENCE_MS);
        const page = await context.newPage();
        watch(page, url, problems);
        await page.goto(`${url}/ui/#${view}`);
        return page;
      },
    });
  });
}

function watch(page: Page, url: string, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // A refusal of the gateway is an answer.
    const isRefusal = /^Failed to load resource: the server responded with a status of 4/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isRefusal) problems.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${url}/`)) problems.push(`a request to ${request.url()}`);
  });
  page.on('dialog', (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

interface AxeResult {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** Checks the page by the rules of WCAG 2.2, levels A and AA. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await page.evaluate((): Promise<AxeResult> =>
    (globalThis as unknown as { axe: { run(options: object): Promise<AxeResult> } }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    }),
  );
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
}

/** Checks that the page is not wider than its window. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const sizes = '[document.documentElement.scrollWidth, innerWidth]';
  const [content, view] = await page.evaluate<[number, number]>(sizes);
  expect(content).toBeLessThanOrEqual(view);
}

/** Stores a picture for the documentation, if OWLGATE_SCREENSHOTS names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
}
