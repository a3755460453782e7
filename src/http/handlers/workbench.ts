/**
 * The workbench (docs/workbench.md): a web page whose files the build puts into dist/ui, each also compressed.
 *
 * - GET /ui: redirects to /ui/.
 * - GET /ui/: the page.
 * - GET /ui/assets/FILE: a script or style. Its name has a digest of its content, so that it never changes.
 * - GET /ui/session: role of the client, for the page to show what is possible.
 *
 * Only files that the build has listed are read. The page may load nothing from elsewhere, and runs no inline script.
 */
import type { Request, Response } from 'express';
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import { clientOf, userOf } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { isGuardian } from '../../materialize';
import { once } from '../../util/memo';
import { programVersion } from '../../util/version';
import { callerOf } from '../auth/caller';
import { ASSET, ENTRY, PAGE, SESSION } from '../operations/workbench';
import { readParameters } from '../parameters';
import { sendJson } from '../send';
import type { Services } from '../services';

const DIRECTORY = path.join(__dirname, '../../../dist/ui');
const INDEX = 'index.html';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** Content codings of the build, the best first → extension. */
const CODINGS = { br: '.br', gzip: '.gz' } as const;

/** Policy of the page (https://www.w3.org/TR/CSP3/). Trusted Types refuse markup made from texts. */
const POLICY = [
  "default-src 'none'",
  ...['script-src', 'style-src', 'connect-src', 'img-src'].map((name) => `${name} 'self'`),
  ...['base-uri', 'form-action', 'frame-ancestors'].map((name) => `${name} 'none'`),
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Names of the files of the build; empty without one. */
const files = once((): ReadonlySet<string> => {
  try {
    return new Set(readdirSync(DIRECTORY, { recursive: true }).map((name) => String(name).split(path.sep).join('/')));
  } catch {
    return new Set();
  }
});
const contents = new Map<string, Promise<{ readonly bytes: Buffer; readonly tag: string }>>();

export function workbenchEntry(request: Request, response: Response): void {
  readParameters(request.originalUrl, ENTRY);
  // Relative, for proxies that serve the gateway below a path.
  response.writeHead(308, { Location: 'ui/', 'Content-Length': 0 }).end();
}

export function workbenchPage(request: Request, response: Response): Promise<void> {
  readParameters(request.originalUrl, PAGE);
  return sendFile(request, response, INDEX, 'no-cache');
}

export function workbenchAsset(request: Request, response: Response): Promise<void> {
  readParameters(request.originalUrl, ASSET);
  return sendFile(request, response, `assets/${String(request.params['file'])}`, 'public, max-age=31536000, immutable');
}

/** @throws OwlgateError EngineUnreachable, if a token has to be checked */
export async function session(request: Request, response: Response, services: Services): Promise<void> {
  readParameters(request.originalUrl, SESSION);
  const { engine, hasKeys, materializer, mayAdminister } = services;
  const { name, role } = callerOf(request);
  const credentials = clientOf(request.headers, engine);
  const user = engine.identity && userOf(credentials);
  const guardian = !engine.identity || (user !== undefined && (await isGuardian(engine, credentials)));
  response.setHeader('Cache-Control', 'no-store');
  return sendJson(request, response, {
    version: programVersion(),
    ontology: materializer.inForce?.version ?? null,
    engine: engine.kind,
    keys: hasKeys,
    ...(name !== undefined && { name }),
    role,
    administers: mayAdminister(request),
    accessControl: engine.identity !== undefined,
    ...(user !== undefined && { user }),
    guardian,
  });
}

/** @throws OwlgateError NoSuchFile */
async function sendFile(request: Request, response: Response, name: string, cache: string): Promise<void> {
  const type = TYPES[path.extname(name)];
  if (type === undefined || !files().has(name)) {
    const advice = name === INDEX ? '; npm run build makes it' : '';
    throw new OwlgateError('NoSuchFile', { file: name.slice(0, 100), advice });
  }
  const coding = (['br', 'gzip'] as const).find(
    (each) => files().has(name + CODINGS[each]) && request.acceptsEncodings(each) === each,
  );
  const { bytes, tag } = await contentOf(coding ? name + CODINGS[coding] : name);
  for (const [header, value] of Object.entries(HEADERS)) response.setHeader(header, value);
  response.setHeader('Cache-Control', cache);
  response.setHeader('ETag', tag);
  response.vary('Accept-Encoding');
  if (request.fresh) return void response.status(304).end();
  response.setHeader('Content-Type', type);
  if (coding) response.setHeader('Content-Encoding', coding);
  response.setHeader('Content-Length', bytes.length);
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

function contentOf(name: string): Promise<{ readonly bytes: Buffer; readonly tag: string }> {
  let content = contents.get(name);
  if (!content) {
    content = readFile(path.join(DIRECTORY, name)).then((bytes) => {
      const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
      return { bytes, tag: `"${digest}"` };
    });
    contents.set(name, content);
    content.catch(() => contents.delete(name));
  }
  return content;
}
