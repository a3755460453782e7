/** Queries that were asked or saved, in the storage of the browser. */
export interface Query {
  readonly language: 'dql' | 'graphql';
  readonly text: string;
  readonly variables: string;
}

export interface SavedQuery extends Query {
  readonly name: string;
}

const HISTORY = 'owlgate.history';
const SAVED = 'owlgate.saved';
const MAX_HISTORY = 50;
const MAX_CHARACTERS = 20_000;

export const asked = (): Query[] => read(HISTORY);
export const savedQueries = (): SavedQuery[] => read<SavedQuery>(SAVED).filter(({ name }) => typeof name === 'string');

/** Puts a query before the earlier ones. */
export function remember(query: Query): void {
  if (query.text.length > MAX_CHARACTERS) return;
  const others = asked().filter((each) => each.text !== query.text || each.variables !== query.variables);
  write(HISTORY, [query, ...others].slice(0, MAX_HISTORY));
}

export const save = (query: SavedQuery): void =>
  write(SAVED, [query, ...savedQueries().filter(({ name }) => name !== query.name)]);

export const forget = (name: string): void =>
  write(
    SAVED,
    savedQueries().filter((each) => each.name !== name),
  );

/** Queries of a list; what another version or page has stored there is left out. */
function read<Item extends Query>(place: string): Item[] {
  try {
    const items: unknown = JSON.parse(localStorage.getItem(place) ?? '[]');
    return Array.isArray(items) ? (items as Item[]).filter(isQuery) : [];
  } catch {
    return [];
  }
}

const isQuery = (item: Partial<Query> | null): boolean =>
  typeof item?.text === 'string' && typeof item.variables === 'string' && /^(?:dql|graphql)$/.test(item.language ?? '');

function write(place: string, items: readonly Query[]): void {
  try {
    localStorage.setItem(place, JSON.stringify(items));
  } catch {
    // The storage is full: the history is a help, not a promise.
  }
}
