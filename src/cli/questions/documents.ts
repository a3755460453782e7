/** `owlgate documents list`, `remove` and `relink`. */
import { parseCommandLine, UsageError } from '../command';
import { gatewayCommand, operands } from '../gateway/command';
import { Refusal, Unreachable } from '../gateway/failures';
import { databaseOf, databasePath } from '../gateway/options';
import { ProgressLine } from '../progress';
import { table } from '../terminal/table';
import { clean, cleanLine, counted } from '../terminal/text';
import { DOCUMENTS_LIST, DOCUMENTS_RELINK, DOCUMENTS_REMOVE } from './documents-options';
import { block } from './result';

interface Listed {
  readonly source: string;
  readonly title?: string;
  readonly media_type: string;
  readonly characters: number;
  readonly chunk_count: number;
  /** Of these, those with a vector; left out where no embedding model is configured. */
  readonly embedded?: number;
  readonly loaded_at: string;
}

interface Chunk {
  readonly chunk_index: number;
  readonly heading?: string;
  readonly text: string;
}

/** As an event. */
export interface Failure {
  readonly message?: unknown;
  readonly extensions?: { readonly code?: unknown };
}

export const refusalOf = ({ message, extensions }: Failure): Refusal => Refusal.ofError(message, extensions?.code);

/** Of events that stop before the last. */
export const cutOff = ({ url }: { readonly url: string }): Unreachable =>
  new Unreachable(`${url} has ended the work before its end; the same command goes on`);

const A_PAGE = 1000;

export const documentsPath = (database: string): string => `${databasePath(database)}/documents`;

const parseList = (args: readonly string[]) => parseCommandLine(args, DOCUMENTS_LIST.options);

export const documentsList = gatewayCommand<ReturnType<typeof parseList>>({
  specification: DOCUMENTS_LIST,
  read(args) {
    const given = parseList(args);
    operands(given.positionals, 1, 'one source');
    return given;
  },
  async run({ values, positionals }, { gateway, tell, terminal }) {
    const path = documentsPath(databaseOf(values.database));
    const [source] = positionals;
    /** All pages of a list, each with the place of the next. */
    const pages = async <T>(field: string, parameters: Record<string, string>): Promise<T[]> => {
      const all: T[] = [];
      for (let after: string | undefined; ;) {
        const page = await gateway.json<Record<string, unknown>>({
          path,
          parameters: { ...parameters, first: A_PAGE, after },
        });
        all.push(...(page[field] as T[]));
        const { next } = page;
        if (typeof next !== 'string') return all;
        after = next;
      }
    };
    if (source === undefined) {
      const documents = await pages<Listed>('documents', {});
      const hasVectors = documents.some(({ embedded }) => embedded !== undefined);
      const heads = ['source', 'title', 'passages', ...(hasVectors ? ['vectors'] : []), 'characters', 'loaded'];
      const rows = documents.map(({ source: name, title = '', chunk_count, embedded, characters, loaded_at }) =>
        [name, title, chunk_count, ...(hasVectors ? [embedded ?? 0] : []), characters, loaded_at].map((each) =>
          cleanLine(String(each)),
        ),
      );
      await tell(documents, () => (rows.length === 0 ? 'no documents\n' : table(heads, rows, terminal)));
    } else {
      const chunks = await pages<Chunk>('chunks', { source });
      await tell(chunks, () =>
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
    const given = parseRemove(args);
    if (given.positionals.length === 0) throw new UsageError('no source is named; owlgate documents list has them');
    return given;
  },
  async run({ values, positionals }, { gateway, tell }) {
    const path = documentsPath(databaseOf(values.database));
    for (const source of positionals) await gateway.send({ method: 'DELETE', path, parameters: { source } });
    await tell({ removed: positionals }, () =>
      positionals.map((source) => `${cleanLine(source)} is removed\n`).join(''),
    );
    return undefined;
  },
});

const parseRelink = (args: readonly string[]) => parseCommandLine(args, DOCUMENTS_RELINK.options);

interface Relinked {
  readonly chunks: number;
  readonly relinked: number;
}

export const documentsRelink = gatewayCommand<ReturnType<typeof parseRelink>>({
  specification: DOCUMENTS_RELINK,
  read(args) {
    const given = parseRelink(args);
    operands(given.positionals, 0, 'no document');
    return given;
  },
  seconds: Infinity,
  async run({ values }, { gateway, stderr, tell }) {
    const progress = new ProgressLine(stderr);
    const path = `${documentsPath(databaseOf(values.database))}/relink`;
    try {
      for await (const { event, data } of gateway.events({ method: 'POST', path })) {
        if (event === 'error') throw refusalOf(JSON.parse(data) as Failure);
        const told = JSON.parse(data) as Relinked;
        if (event === 'progress') progress.show('passages', told.chunks);
        if (event !== 'done') continue;
        progress.clear();
        const { chunks, relinked } = told;
        const text = `${counted(chunks, 'passage')}, ${relinked.toLocaleString('en')} linked anew\n`;
        await tell({ chunks, relinked }, () => text);
        return undefined;
      }
    } finally {
      progress.clear();
    }
    throw cutOff(gateway);
  },
});
