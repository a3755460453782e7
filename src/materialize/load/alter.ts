/** Application of a schema difference to the engine, in requests that it can carry out. */
import type { Credentials, Engine } from '../../dgraph';
import { printSchema } from '../../dql';
import type { SchemaDiff } from '../../schema';

/**
 * Maximum existing predicates with changed indexes per request to a cluster. Dgraph builds all indexes of a request at
 * once, each with some hundred megabytes of memory, even without data: sixty together take more than 20 GB. Smaller
 * requests take longer in total, since each waits for about two seconds.
 */
const REBUILT_AT_ONCE = 8;

/**
 * Maximum characters per request, unless one declaration has more. Nodes of a cluster forward requests in gRPC
 * messages, which have at most 4 MiB by default. Shorter requests also let other changes of the schema wait for less
 * time.
 */
const MAX_CHARACTERS = 1024 * 1024;

/** Changes to apply: parts of SchemaDiff. */
type SchemaChanges = Pick<SchemaDiff, 'predicates' | 'types' | 'merged'>;

/**
 * Applies added and changed declarations; Dgraph aborts open transactions on every predicate that a request declares.
 *
 * @param onApplied called after each request, with the number of changed predicates that are left
 * @throws EngineFailure; earlier parts stay applied, which makes the next difference smaller
 */
export async function alterSchema(
  engine: Pick<Engine, 'kind' | 'alter'>,
  changes: SchemaChanges,
  credentials: Credentials | undefined,
  onApplied: (left: number) => void = () => undefined,
): Promise<void> {
  const { groups, rest } = requestsFor(changes, engine.kind);
  let left = changes.predicates.changed.length;
  for (const { text, size } of groups) {
    await engine.alter(text, credentials);
    onApplied((left -= size));
  }
  for (const text of rest) await engine.alter(text, credentials);
  onApplied(0);
}

/** Requests in their order. */
interface Requests {
  /** Groups of changed predicates. */
  readonly groups: readonly { readonly text: string; readonly size: number }[];
  /** The last group, with all additions. */
  readonly rest: readonly string[];
}

function requestsFor({ predicates, types, merged }: SchemaChanges, kind: Engine['kind']): Requests {
  const added = new Set(predicates.added);
  const changed = new Set(predicates.changed.map(({ name }) => name));
  const typeNames = new Set([...types.added, ...types.changed.map(({ name }) => name)]);
  const declarations = (names: ReadonlySet<string>): string[] =>
    merged.predicates
      .filter(({ name }) => names.has(name))
      .map((each) => printSchema({ predicates: [each], types: [] }));
  const rebuilt = declarations(changed);
  const size = kind === 'cluster' ? REBUILT_AT_ONCE : Math.max(1, rebuilt.length);
  const groups: { text: string; size: number }[] = [];
  while (rebuilt.length > size) groups.push({ text: rebuilt.splice(0, size).join(''), size });
  const typeTexts = merged.types
    .filter(({ name }) => typeNames.has(name))
    .map((each) => printSchema({ predicates: [], types: [each] }));
  // Types come last: Dgraph refuses a type with a field that is not declared.
  return { groups, rest: inParts([...rebuilt, ...declarations(added), ...typeTexts]) };
}

function inParts(declarations: readonly string[]): string[] {
  const parts: string[] = [];
  let part = '';
  for (const declaration of declarations) {
    if (part !== '' && part.length + declaration.length > MAX_CHARACTERS) {
      parts.push(part);
      part = '';
    }
    part += declaration;
  }
  return part === '' ? parts : [...parts, part];
}
