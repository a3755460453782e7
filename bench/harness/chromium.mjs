/** Chromium of the system (CHROMIUM names another), driven by playwright-core. */
import { existsSync } from 'node:fs';

const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (each) => each !== undefined && existsSync(each),
);

/** @returns {Promise<import('playwright-core').Browser | undefined>} undefined if there is no Chromium */
export async function startChromium() {
  if (executablePath === undefined) return undefined;
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/**
 * Records in the page when an element appears, and the bytes that the page was sent.
 *
 * @param {import('playwright-core').Page} page
 * @param {string} address
 * @param {string} selector
 * @returns {Promise<{ms: number, files: number, data: number}>} milliseconds from the beginning of the navigation to
 *   the frame that shows the element; bytes as they were sent, of the page's files and of its data
 */
export async function openUntil(page, address, selector) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const kinds = new Map();
  const bytes = { files: 0, data: 0 };
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const isData = ['Fetch', 'XHR'].includes(kinds.get(requestId));
    bytes[isData ? 'data' : 'files'] += encodedDataLength;
  });
  await page.addInitScript((wanted) => {
    const look = () => {
      if (globalThis.document.querySelector(wanted) === null) globalThis.requestAnimationFrame(look);
      // The frame after the one that has the element: it is painted.
      else globalThis.requestAnimationFrame(() => (globalThis.shownAfter = performance.now()));
    };
    globalThis.requestAnimationFrame(look);
  }, selector);
  await page.goto(address);
  const ms = await (await page.waitForFunction(() => globalThis.shownAfter, undefined, { polling: 50 })).jsonValue();
  await session.detach();
  return { ms, ...bytes };
}

/**
 * Scrolls an element frame by frame.
 *
 * @returns {Promise<number[]>} milliseconds of the frames
 */
export const scrollFrames = (page, selector, { frames, step }) =>
  page.evaluate(
    async ([wanted, count, by]) => {
      const box = globalThis.document.querySelector(wanted);
      const times = [];
      let last;
      for (let i = 0; i <= count; i++) {
        const now = await new Promise((resolve) => globalThis.requestAnimationFrame(resolve));
        if (last !== undefined) times.push(now - last);
        last = now;
        box.scrollTop += by;
      }
      return times;
    },
    [selector, frames, step],
  );
