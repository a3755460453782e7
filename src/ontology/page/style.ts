/** Style of a page, and the content security policy that admits nothing else. */
import { createHash } from 'node:crypto';

export const STYLE = `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #222; background: #fff; }
main { max-width: 62rem; margin: 0 auto; padding: 1rem; }
h1 { margin-bottom: 0; } h2 { border-bottom: 1px solid #ccc; } small, .note, .iri { color: #666; }
article { border: 1px solid #ddd; border-radius: 6px; padding: 0 1rem; margin: 1rem 0; }
article:target { border-color: #1b5e8c; }
h3 { margin: .5rem 0 0; } .iri { margin: 0; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: 0 1rem; }
dt { grid-column: 1; color: #666; } dd { grid-column: 2; margin: 0; overflow-wrap: anywhere; white-space: pre-line; }
figure { margin: 0; max-height: 40rem; overflow: auto; } a { color: #1b5e8c; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Value of `Content-Security-Policy`: no scripts, and no style but that of the page. */
export const PAGE_POLICY =
  `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; ` +
  `frame-ancestors 'none'`;
