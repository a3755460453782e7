// Lint rule for imports between the rooms of src/ (docs/architecture.md), static and dynamic.
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entries, outermost, rooms } from './rooms.mjs';

const src = fileURLToPath(new URL('../src', import.meta.url));
const isRoom = (name) => Object.hasOwn(rooms, name) || outermost.includes(name);

/** Files beside the rooms that put the rooms together; no room may import them. */
const COMPOSING = ['main', 'serve', 'supervisor', 'app', 'start-engine', 'index'];

/**
 * Returns the reason why a file may not import a module; undefined if it may.
 *
 * @param file path below src
 * @param module path below src, as the import names it: without extension, and without `/index`
 */
export function refusal(file, module) {
  const room = file.includes('/') ? file.slice(0, file.indexOf('/')) : undefined;
  const [target, ...path] = module.split('/');
  if (room === target || target === 'util') return undefined;
  if (!isRoom(target)) {
    return room !== undefined && COMPOSING.includes(target) ? `No room imports ${target}.` : undefined;
  }
  if (rooms[room]?.includes(target) === false) {
    return `${room}/ may import only: ${[...rooms[room], 'util', 'errors', 'config'].join(', ')}.`;
  }
  const own = entries[target] ?? [];
  if (path.length === 0 || own.includes(path.join('/'))) return undefined;
  return `Enter ${[target, ...own.map((entry) => `${target}/${entry}`)].join(' or ')}: import from the index.ts there.`;
}

const imports = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = relative(src, context.filename).split(sep).join('/');
    const check = (node) => {
      const specifier = node.source?.value;
      if (typeof specifier !== 'string' || !specifier.startsWith('.')) return;
      const module = join(dirname(file), specifier).split(sep).join('/');
      const message = refusal(file, module.replace(/\.js$/, '').replace(/\/index$/, ''));
      if (message !== undefined) context.report({ node: node.source, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

export default { meta: { name: 'rooms' }, rules: { imports } };
