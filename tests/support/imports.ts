/** Imports between source files, of values and of types. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';

/** File → files that it imports; paths below the folder. */
export type Imports = ReadonlyMap<string, readonly string[]>;

const IMPORT = /^(?:import|export) (?:[^'";]*? from )?'(\.[^']*)'/gm;

/** Returns the imports of every source file in a folder. `import()` does not count: it runs later. */
export function importsOf(folder: string): Imports {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return new Map(
    files.map((file) => {
      const specifiers = [...readFileSync(path.join(folder, file), 'utf8').matchAll(IMPORT)].map(([, each]) => each!);
      return [file, specifiers.map((specifier) => resolve(folder, file, specifier))];
    }),
  );
}

function resolve(folder: string, from: string, specifier: string): string {
  const base = path.join(path.dirname(from), specifier.replace(/\.js$/, ''));
  const candidates = [`${base}.ts`, path.join(base, 'index.ts'), base];
  const file = candidates.find((candidate) => existsSync(path.join(folder, candidate)));
  if (file === undefined) throw new Error(`${from}: no file for '${specifier}'`);
  return file;
}

/** Returns circles of imports, each as a path that ends where it begins; no file is in two of them. */
export function circlesOf(imports: Imports): string[][] {
  const circles: string[][] = [];
  const visited = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) circles.push([...trail.slice(start), file]);
    if (visited.has(file)) return;
    visited.add(file);
    for (const next of imports.get(file) ?? []) visit(next, [...trail, file]);
  };
  for (const file of imports.keys()) visit(file, []);
  return circles;
}
