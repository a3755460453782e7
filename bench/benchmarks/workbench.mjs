/**
 * The workbench in Chromium: bytes and milliseconds of the first view, of the tree of 20,000 classes, and frames while
 * the tree is scrolled. Each round has a new browser context, so that nothing is cached.
 */
import { setTimeout } from 'node:timers/promises';
import { openUntil, scrollFrames, startChromium } from '../harness/chromium.mjs';
import { startGateway } from '../harness/engines.mjs';
import { largeOntology } from '../harness/large-ontologies.mjs';
import { spread } from '../harness/stats.mjs';
import { loadOntology } from '../harness/wire.mjs';

export const title = 'the workbench in Chromium';
export const perEngine = true;

const CLASSES = 20_000;
const FRAMES = 120;
const KIB = 1024;

export async function run(engine, { rounds, seconds, tell }) {
  const browser = await startChromium();
  if (browser === undefined) throw new Error('no Chromium; CHROMIUM names one');
  const gateway = await startGateway(engine);
  try {
    const first = await sample(browser, rounds, (page) => openUntil(page, `${gateway.url}/ui/`, 'main h1'));
    const classes = seconds < 1 ? CLASSES / 10 : CLASSES;
    await loadOntology(gateway.url, largeOntology('tree', classes, 100));
    tell(`${classes} classes are loaded`);
    const trees = await sample(browser, rounds, async (page) => {
      const opened = await openUntil(page, `${gateway.url}/ui/#/classes`, '[role=treeitem]');
      await openBranches(page);
      return { ...opened, frames: await scrollFrames(page, '.virtual', { frames: FRAMES, step: 150 }) };
    });
    const frames = trees.map((each) => each.frames.toSorted((a, b) => a - b));
    const count = classes.toLocaleString('en');
    return {
      figures: [
        figure(
          'first view (at most 1000)',
          'ms',
          first.map(({ ms }) => ms),
        ),
        figure(
          'its files, compressed (at most 350)',
          'KiB',
          first.map(({ files }) => files / KIB),
        ),
        figure(
          `tree of ${count} classes (at most 1500)`,
          'ms',
          trees.map(({ ms }) => ms),
        ),
        figure(
          'its terms, as they are sent',
          'KiB',
          trees.map(({ data }) => data / KIB),
        ),
        figure(
          'longest frame while scrolling (at most 100)',
          'ms',
          frames.map((sorted) => sorted.at(-1)),
        ),
        figure(
          'median frame while scrolling',
          'ms',
          frames.map((sorted) => sorted[FRAMES >> 1]),
        ),
      ],
    };
  } finally {
    await browser.close();
    await gateway.stop();
  }
}

const figure = (name, unit, samples) => ({ name, unit, ...spread(samples) });

async function sample(browser, rounds, measure) {
  const samples = [];
  for (let i = 0; i < rounds; i++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    samples.push(await measure(await context.newPage()));
    await context.close();
  }
  return samples;
}

/** Opens branches by the keyboard, so that there is something to scroll. */
async function openBranches(page) {
  await page.locator('[role=tree]').focus();
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
  }
  await setTimeout(500);
}
