/** `owlgate documents list`, `remove` and `relink`. */
import { parseCommandLine, UsageError } from '../command';
import { gatewayCommand, operands } from '../gateway/command';
import { GatewayRefusal, Unreachable } from '../gateway/failures';
import { databaseOf, databasePath } from '../gateway/options';
import { ProgressLine } from '../progress';
import { table } from '../terminal/table';
import { clean, cleanLine, counted } from '../terminal/text';
import { DOCUMENTS_LIST, DOCUMENTS_RELINK, DOCUMENTS_REMOVE } from './documents-options';
import { block } from './result';

interface DocumentEntry {
  readonly source: string;
  readonly title?: string;
  readonly media_type: string;
  readonly characters: number;
  readonly chunk_count: number;
  /** Chunks with a vector; absent without an embedding model. */
  readonly embedded?: number;
  readonly loaded_at: string;
}

interface Chunk {
  readonly chunk_index: number;
  readonly heading?: string;
  readonly text: string;
}

/** Data of the event `error`. */
export interface Failure {
  readonly message?: unknown;
  readonly extensions?: { readonly code?: unknown };
}

export const refusalOf = ({ message, extensions }: Failure): GatewayRefusal =>
  GatewayRefusal.ofError(message, extensions?.code);

/** Failure of a stream that ends before its last event. */
export const cutOff = ({ url }: { readonly url: string }): Unreachable =>
  new Unreachable(`the answer of ${url} ended early; repeat the command to continue`);

const PAGE_SIZE = 1000;

export const documentsPath = (database: string): string => `${databasePath(database)}/documents`;

const parseList = (args: readonly string[]) => parseCommandLine(args, DOCUMENTS_LIST.options);

export const documentsList = gatewayCommand<ReturnType<typeof parseList>>({
  specification: DOCUMENTS_LIST,
  read(args) {
    const parsed = parseList(args);
    operands(parsed.positionals, 1, 'one source');
    return parsed;
  },
  async run({ values, positionals }, { gateway, output, terminal }) {
    const path = documentsPath(databaseOf(values.database));
    const [source] = positionals;
    /** Reads all pages of a list. */
    const pages = async <T>(field: string, parameters: Record<string, string>): Promise<T[]> => {
      const all: T[] = [];
      for (let after: string | undefined; ;) {
        const page = await gateway.json<Record<string, unknown>>({
          path,
          parameters: { ...parameters, first: PAGE_SIZE, after },
        });
        all.push(...(page[field] as T[]));
        const { next } = page;
        if (typeof next !== 'string') return all;
        after = next;
      }
    };
    if (source === undefined) {
      const documents = await pages<DocumentEntry>('documents', {});
      const hasVectors = documents.some(({ embedded }) => embedded !== undefined);
      const heads = ['source', 'title', 'passages', ...(hasVectors ? ['vectors'] : []), 'characters', 'loaded'];
      const rows = documents.map(({ source: name, title = '', chunk_count, embedded, characters, loaded_at }) =>
        [name, title, chunk_count, ...(hasVectors ? [embedded ?? 0] : []), characters, loaded_at].map((each) =>
          cleanLine(String(each)),
        ),
      );
      await output(documents, () => (rows.length === 0 ? 'no documents\n' : table(heads, rows, terminal)));
    } else {
      const chunks = await pages<Chunk>('chunks', { source });
      await output(chunks, () =>
        chunks
          .map(({ chunk_index: index, heading, text }) => {
            const title = heading === undefined ? '' : ` ${terminal.style.dim(cleanLine(heading))}`;
            return `${terminal.style.cyan(`#${index}`)}${title}\n${block(clean(text), terminal, '  ')}`;
          })
          .join('\n'),
      );
    }
    return undefined;
  },
});

const parseRemove = (args: readonly string[]) => parseCommandLine(args, DOCUMENTS_REMOVE.options);

export const documentsRemove = gatewayCommand<ReturnType<typeof parseRemove>>({
  specification: DOCUMENTS_REMOVE,
  read(args) {
    const parsed = parseRemove(args);
    if (parsed.positionals.length === 0) throw new UsageError('no source is named; owlgate documents list has them');
    return parsed;
  },
  async run({ values, positionals }, { gateway, print, output }) {
    const path = documentsPath(databaseOf(values.database));
    const removed: string[] = [];
    let refused: GatewayRefusal | undefined;
    for (const source of positionals) {
      try {
        await gateway.send({ method: 'DELETE', path, parameters: { source } });
        removed.push(source);
      } catch (error) {
        // Other documents may exist; any other refusal holds for them as well.
        if (!(error instanceof GatewayRefusal && error.code === 'UnknownDocument')) throw error;
        refused = refused?.with(error) ?? error;
      }
    }
    const text = removed.map((source) => `${cleanLine(source)} is removed\n`).join('');
    if (!refused) await output({ removed }, () => text);
    else if (!values.json) await print(text);
    if (refused) throw refused.withData({ removed });
    return undefined;
  },
});

const parseRelink = (args: readonly string[]) => parseCommandLine(args, DOCUMENTS_RELINK.options);

interface RelinkState {
  readonly chunks: number;
  readonly relinked: number;
}

export const documentsRelink = gatewayCommand<ReturnType<typeof parseRelink>>({
  specification: DOCUMENTS_RELINK,
  read(args) {
    const parsed = parseRelink(args);
    operands(parsed.positionals, 0, 'no document');
    return parsed;
  },
  seconds: Infinity,
  async run({ values }, { gateway, stderr, output }) {
    const progress = new ProgressLine(stderr);
    const path = `${documentsPath(databaseOf(values.database))}/relink`;
    try {
      for await (const { event, data } of gateway.events({ method: 'POST', path })) {
        if (event === 'error') throw refusalOf(gateway.parse(data) as Failure);
        const state = gateway.parse(data) as RelinkState;
        if (event === 'progress') progress.show('passages', state.chunks);
        if (event !== 'done') continue;
        progress.clear();
        const { chunks, relinked } = state;
        const text = `${counted(chunks, 'passage')}, ${relinked.toLocaleString('en')} linked again\n`;
        await output({ chunks, relinked }, () => text);
        return undefined;
      }
    } finally {
      progress.clear();
    }
    throw cutOff(gateway);
  },
});
