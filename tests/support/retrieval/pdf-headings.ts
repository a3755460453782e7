/** Prints the headings of the PDF file of standard input as JSON: `node -r register.cjs pdf-headings.ts`. */
import { buffer } from 'node:stream/consumers';
import { readContent } from '../../../src/retrieval/documents/read';

void (async () => {
  const { headings } = await readContent(await buffer(process.stdin), 'application/pdf', new AbortController().signal);
  process.stdout.write(JSON.stringify(headings.map(({ text }) => text)));
})();
