// Build of the workbench: ui/src → dist/ui, for `scripts/bootstrap.mjs`. Every file is also written compressed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const outDir = fileURLToPath(new URL('../dist/ui', import.meta.url));

/** Writes FILE.br and FILE.gz beside each file; a small file is sent as it is. */
const compressed = {
  name: 'compressed',
  closeBundle() {
    for (const entry of readdirSync(outDir, { recursive: true }).map(String)) {
      if (!['.html', '.js', '.css', '.svg'].includes(extname(entry))) continue;
      const bytes = readFileSync(join(outDir, entry));
      if (bytes.length < 1024) continue;
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      writeFileSync(join(outDir, `${entry}.br`), brotliCompressSync(bytes, { params }));
      writeFileSync(join(outDir, `${entry}.gz`), gzipSync(bytes, { level: 9 }));
    }
  },
};

export default defineConfig({
  root,
  // Relative addresses, for proxies that serve the gateway below a path.
  base: './',
  configFile: false,
  clearScreen: false,
  logLevel: 'warn',
  plugins: [compressed],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    // Licenses of the packages in the bundle.
    license: { fileName: 'licenses.md' },
    // The policy of the page forbids data addresses and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The editor and the graph are loaded when they are needed.
    chunkSizeWarningLimit: 600,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});
