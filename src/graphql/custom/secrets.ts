/** `# Dgraph.Secret name "value"`: header values that belong to the schema but are never shown. */
import type { SchemaProblem } from '../sdl/schema-error';

const LINE = /^[ \t]*#[ \t]*Dgraph\.Secret\b(.*)$/;
const PARTS = /^\s+(\S+)\s+"([^"]*)"\s*$/;

/** Adds faults to `problems`. */
export function readSecrets(sdl: string, problems: SchemaProblem[]): ReadonlyMap<string, string> {
  const secrets = new Map<string, string>();
  for (const [i, text] of sdl.split('\n').entries()) {
    const content = LINE.exec(text)?.[1];
    if (content === undefined) continue;
    const [, name, value] = PARTS.exec(content.trimEnd()) ?? [];
    if (name !== undefined && value !== undefined) secrets.set(name.replace(/^"|"$/g, ''), value);
    else {
      const message = 'incorrect format for specifying Dgraph secret found; it should be `# Dgraph.Secret key "value"`';
      problems.push({ message, line: i + 1, column: text.indexOf('#') + 1 });
    }
  }
  return secrets;
}
