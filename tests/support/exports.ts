/** Exported names of source files, and those that nothing imports. Reads text as prettier formats it. */
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';

/** Source of a name that a file imports or passes on. */
interface Reference {
  readonly file: string;
  readonly name: string;
}

interface SourceFile {
  /** Exported name → the name in another file that it passes on; undefined for a declaration. */
  readonly exported: Map<string, Reference | undefined>;
  /** Files whose names it passes on with `export *`. */
  readonly stars: string[];
  readonly imported: Reference[];
}

/** Every name of a file. */
const ALL = '*';

const DECLARATION = /^export (?:async |abstract |declare )*(?:function\*?|class|const|interface|type|enum) (\w+)/gm;
const LIST = /^(import|export) (?:type )?\{([^}]*)\} from '(\.[^']*)'/gm;
const STAR = /^export (?:type )?\* (?:as (\w+) )?from '(\.[^']*)'/gm;
const NAMESPACE = /^import (?:type )?\* as (\w+) from '(\.[^']*)'/gm;
/** `const { a } = await import('./b.js')`, and the same with `require`. */
const DESTRUCTURED =
  /\{([^{}]*)\} = (?:await import|require|createRequire\(import\.meta\.url\))\(\s*['"](\.[^'"]+)['"]\s*\)/g;
/** `(await import('./b.js')).a`, `import('./b').a`. */
const MEMBER = /import\('(\.[^']*)'\)\)?(?:\.(\w+))?/g;

/**
 * Returns the exported names that nobody imports, as `file: name`. A name that an index.ts passes on counts only if a
 * program outside its folder imports it there: tests can import the file that declares it.
 *
 * @param sources folder of the program, below root
 * @param users folders that import from it, below root: of tests, and of programs that use the build in dist/
 * @param isPublic true for files whose exports are for others
 */
export function unusedExports(
  root: string,
  sources: string,
  users: { readonly tests: readonly string[]; readonly programs: readonly string[] },
  isPublic: (file: string) => boolean,
): string[] {
  const list = (folder: string): string[] =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(ts|mjs|cjs)$/.test(file))
      .map((file) => path.posix.join(folder, file));
  const program = list(sources);
  const files = new Set(program);
  const read = (file: string): SourceFile => readSource(file, readFileSync(path.join(root, file), 'utf8'), files);
  const modules = new Map(program.map((file) => [file, read(file)]));
  const used = new Set<string>();

  const use = ({ file, name }: Reference, from: string, isTest: boolean): void => {
    const target = modules.get(file);
    if (!target) return;
    if (name === ALL) for (const each of target.exported.keys()) use({ file, name: each }, from, isTest);
    const passedOn = target.exported.get(name);
    const isOutside = !isTest && !from.startsWith(`${path.posix.dirname(file)}/`);
    if (!target.exported.has(name)) {
      for (const star of target.stars) use({ file: star, name }, from, isTest);
    } else if (!passedOn || isOutside || !file.endsWith('/index.ts')) used.add(`${file}: ${name}`);
    // A name that is passed on is in use where it is declared.
    if (passedOn) use(passedOn, from, isTest);
  };
  for (const [from, { imported }] of modules) for (const each of imported) use(each, from, false);
  for (const [from, { exported, stars }] of modules) {
    if (!isPublic(from)) continue;
    for (const passedOn of exported.values()) if (passedOn) use(passedOn, from, false);
    for (const file of stars) use({ file, name: ALL }, from, false);
  }
  for (const [folders, isTest] of [
    [users.tests, true],
    [users.programs, false],
  ] as const) {
    for (const from of folders.flatMap(list)) for (const each of read(from).imported) use(each, from, isTest);
  }

  return [...modules]
    .filter(([file]) => !isPublic(file))
    .flatMap(([file, { exported }]) => [...exported.keys()].map((name) => `${file}: ${name}`))
    .filter((each) => !used.has(each));
}

function readSource(file: string, text: string, files: ReadonlySet<string>): SourceFile {
  const exported = new Map<string, Reference | undefined>();
  const stars: string[] = [];
  const imported: Reference[] = [];
  const resolve = (specifier: string): string => {
    const base = path.posix.join(path.posix.dirname(file), specifier.replace(/\.js$/, '')).replace(/^dist\//, 'src/');
    return [`${base}.ts`, `${base}/index.ts`].find((each) => files.has(each)) ?? '';
  };
  for (const [, name] of text.matchAll(DECLARATION)) exported.set(name!, undefined);
  for (const [, kind, names, specifier] of text.matchAll(LIST)) {
    const target = resolve(specifier!);
    for (const [name, alias] of namesOf(names!, ' as ')) {
      if (kind === 'import') imported.push({ file: target, name });
      else exported.set(alias, { file: target, name });
    }
  }
  for (const [, alias, specifier] of text.matchAll(STAR)) {
    if (alias) exported.set(alias, { file: resolve(specifier!), name: ALL });
    else stars.push(resolve(specifier!));
  }
  for (const [, alias, specifier] of text.matchAll(NAMESPACE)) {
    const members = [...text.matchAll(new RegExp(`\\b${alias!}\\.(\\w+)`, 'g'))].map(([, name]) => name!);
    const isPassed = new RegExp(`[^.\\w]${alias!}[^.\\w'\\s]`).test(text);
    for (const name of isPassed ? [ALL] : members) imported.push({ file: resolve(specifier!), name });
  }
  for (const [, names, specifier] of text.matchAll(DESTRUCTURED)) {
    for (const [name] of namesOf(names!, ': ')) imported.push({ file: resolve(specifier!), name });
  }
  for (const [match, specifier, name] of text.matchAll(MEMBER)) {
    const isDestructured = !name && new RegExp(`\\} = await ${match.replace(/[.()]/g, '\\$&')}`).test(text);
    if (!isDestructured) imported.push({ file: resolve(specifier!), name: name ?? ALL });
  }
  return { exported, stars, imported };
}

/** Reads `a, type b as c`: pairs of name and alias. */
const namesOf = (list: string, separator: string): [string, string][] =>
  list
    .replace(/\/\/.*$/gm, '')
    .split(',')
    .map((each) => each.trim().replace(/^type /, ''))
    .filter((each) => each !== '')
    .map((each) => {
      const [name, alias = name] = each.split(separator);
      return [name!, alias!];
    });
