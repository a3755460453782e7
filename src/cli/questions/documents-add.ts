/** `owlgate documents add`: uploads files to a gateway, one after another. */
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { FAILED, parseCommandLine, STANDARD_INPUT, UsageError } from '../command';
import { gatewayCommand } from '../gateway/command';
import { GatewayRefusal } from '../gateway/failures';
import type { GatewayClient } from '../gateway/client';
import { databaseOf } from '../gateway/options';
import { readFileOrInput, requireFiles } from '../input';
import { ProgressLine } from '../progress';
import { cleanLine, counted } from '../terminal/text';
import { cutOff, documentsPath, refusalOf, type Failure } from './documents';
import { DOCUMENTS_ADD, MEDIA_TYPES } from './documents-options';

/** Result of one document; `error` for a document that could not be read. */
interface Outcome {
  readonly source: string;
  readonly status: string;
  readonly chunks?: number;
  readonly mentions?: number;
  readonly warning?: string;
  readonly error?: string;
}

/** Progress of one document. */
interface Stage {
  readonly stage: string;
  readonly done: number;
  readonly of: number;
}

/** Codes of errors of a single document: the upload continues with the others. */
const DOCUMENT_ERRORS: readonly (string | undefined)[] = ['DocumentUnreadable', 'BodyTooLarge'];

const parse = (args: readonly string[]) => parseCommandLine(args, DOCUMENTS_ADD.options);

export const documentsAdd = gatewayCommand<ReturnType<typeof parse>>({
  specification: DOCUMENTS_ADD,
  read(args) {
    const parsed = parse(args);
    const { values, positionals } = parsed;
    requireFiles(positionals);
    if (values.source !== undefined && positionals.length > 1)
      throw new UsageError('--source is the name of one document');
    if (values.source === undefined && values.title !== undefined) throw new UsageError('--title goes with --source');
    if (values.source === undefined && positionals.includes(STANDARD_INPUT)) {
      throw new UsageError('standard input has no name: --source gives it one');
    }
    return parsed;
  },
  seconds: Infinity,
  async run({ values, positionals }, { gateway, stdin, stderr, say, output, terminal }) {
    const files = await filesOf(positionals);
    const path = documentsPath(databaseOf(values.database));
    const progress = new ProgressLine(stderr);
    const outcomes: Outcome[] = [];
    for (const [i, file] of files.entries()) {
      const source = values.source ?? file;
      const body = await readFileOrInput(file, stdin);
      const type = values.type ?? MEDIA_TYPES[extname(file).toLowerCase()] ?? 'text/plain';
      const ofAll = files.length > 1 ? `${i + 1} of ${files.length}, ` : '';
      const parameters = { source, title: values.title };
      try {
        const events = gateway.events({ method: 'POST', path, parameters, headers: { 'Content-Type': type }, body });
        const outcome = await follow(events, gateway, ({ stage, done, of }) => progress.show(ofAll + stage, done, of));
        if (!outcome) throw cutOff(gateway);
        outcomes.push(outcome);
      } catch (error) {
        if (!(error instanceof GatewayRefusal) || !DOCUMENT_ERRORS.includes(error.code)) throw error;
        outcomes.push({ source, status: 'failed', error: error.message });
      } finally {
        progress.clear();
      }
    }
    const failed = outcomes.filter(({ status }) => status === 'failed');
    for (const { source, error } of failed) say(`${cleanLine(source)}: ${cleanLine(error ?? 'failed')}`);
    for (const { source, warning } of outcomes) {
      if (warning !== undefined) say(`${cleanLine(source)}: ${cleanLine(warning)}`);
    }
    await output({ documents: outcomes, failed: failed.length }, () => {
      const sum = (field: 'chunks' | 'mentions'): number =>
        outcomes.reduce((total, each) => total + (each[field] ?? 0), 0);
      const by = ['created', 'replaced', 'unchanged', 'failed'].map((status) => {
        const count = outcomes.filter((each) => each.status === status).length;
        return count === 0 ? [] : [`${count.toLocaleString('en')} ${status}`];
      });
      const counts = by.flat().join(', ') || 'no documents';
      return (
        `${terminal.style.bold(counts)}: ${counted(sum('chunks'), 'passage')}, ` +
        `${counted(sum('mentions'), 'mention')}\n`
      );
    });
    return failed.length > 0 ? FAILED : undefined;
  },
});

/** Reads the events of one upload. @returns result of the document. @throws GatewayRefusal after a failure */
async function follow(
  events: AsyncIterable<{ readonly event?: string | undefined; readonly data: string }>,
  gateway: Pick<GatewayClient, 'parse'>,
  show: (state: Stage) => void,
): Promise<Outcome | undefined> {
  for await (const { event, data } of events) {
    if (event === 'progress') show(gateway.parse(data) as Stage);
    if (event === 'error') throw refusalOf(gateway.parse(data) as Failure);
    if (event !== 'document') continue;
    const { error, ...outcome } = gateway.parse(data) as Outcome & { readonly error?: Failure };
    if (error) throw refusalOf(error);
    return outcome;
  }
  return undefined;
}

/** Returns files; for directories, the documents in them and below, by name. @throws UsageError */
async function filesOf(names: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  for (const name of names) {
    const isDirectory = name !== STANDARD_INPUT && (await stat(name).catch(() => undefined))?.isDirectory() === true;
    if (!isDirectory) {
      files.push(name);
      continue;
    }
    const entries = (await readdir(name, { recursive: true })).map((entry) => join(name, entry)).sort();
    const documents: string[] = [];
    for (const entry of entries) {
      const isDocument = Object.hasOwn(MEDIA_TYPES, extname(entry).toLowerCase());
      if (isDocument && (await stat(entry)).isFile()) documents.push(entry);
    }
    if (documents.length === 0)
      throw new UsageError(`${name}: no documents in this directory (${Object.keys(MEDIA_TYPES).join(' ')})`);
    files.push(...documents);
  }
  return files;
}
