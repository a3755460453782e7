/** `owlgate export --format`: writes the graph as RDF, from a gateway's GET /export or from an engine itself. */
import { existsSync } from 'node:fs';
import { readStoredOntology, Seal } from '../materialize';
import { defaultFacts, isGateway, Output, RdfExport, TransferError } from '../transfer';
import { existing } from '../util/wholeFile';
import { STANDARD_INPUT, type CommandContext, type Environment } from './command';
import type { RdfArguments } from './export-options';
import { Unreachable } from './gateway/failures';
import { openEngine, openGateway } from './places';
import { ProgressLine } from './progress';
import { counted } from './terminal/text';
import type { Address } from './transfer-options';

/** Counts of an export. */
interface Summary {
  readonly statements: number;
  /** Parts of the graph that RDF cannot have, as text; undefined for none. */
  readonly leftOut: string | undefined;
}

type Write = (text: string | Buffer) => Promise<void>;

/** @throws TransferError for an existing file; the errors of the engine or the gateway; no file is left then */
export async function exportRdf(parsed: RdfArguments, context: CommandContext): Promise<undefined> {
  const { file, replace, json } = parsed;
  const { stdout, stderr, say } = context;
  const isFile = file !== STANDARD_INPUT;
  if (isFile && !replace && (await existing([file])) !== undefined) {
    throw new TransferError(`${file} already exists; --replace replaces it`);
  }
  const progress = new ProgressLine(stderr);
  const output = await Output.open(isFile ? file : stdout);
  let bytes = 0;
  try {
    const summary = await copy(parsed, context, async (text) => {
      await output.write(text);
      bytes += text.length;
      progress.show('bytes', bytes);
    });
    await output.finish();
    await output.publish();
    progress.clear();
    if (json) stdout.write(`${JSON.stringify({ ...summary, bytes, file })}\n`);
    else say(`${counted(summary.statements, 'statement')}${isFile ? ` in ${file}` : ''}`);
    if (!json && summary.leftOut !== undefined) say(`left out: ${summary.leftOut}`);
  } catch (error) {
    progress.clear();
    await output.discard();
    throw error;
  }
}

async function copy(parsed: RdfArguments, context: CommandContext, write: Write): Promise<Summary> {
  const { from } = parsed;
  if ('data' in from && !existsSync(from.data)) throw new TransferError(`there is no data directory ${from.data}`);
  const opened = await openEngine(from, context.env);
  const { engine } = opened;
  try {
    if ('url' in from && (await isGateway(engine))) return await fromGateway(parsed, from, context.env, write);
    const ontology = await readStoredOntology(engine, new Seal(parsed.registryKeys));
    const facts = parsed.facts ?? defaultFacts(parsed.format);
    const graph = await RdfExport.open(engine, { ...parsed, facts, ontology });
    for await (const text of graph.text()) await write(text);
    const { statements, leftOut } = graph.summary;
    return { statements, leftOut };
  } finally {
    await opened.close();
  }
}

async function fromGateway(parsed: RdfArguments, from: Address, env: Environment, write: Write): Promise<Summary> {
  const { format, facts, class: className, query } = parsed;
  const declarations = parsed.declarations ? true : undefined;
  const gateway = openGateway(from, env, new AbortController().signal);
  try {
    const parts = gateway.parts({
      path: '/export',
      parameters: { format, facts, class: className, query, declarations },
    });
    let part = await parts.next();
    for (; !part.done; part = await parts.next()) await write(part.value);
    const { 'x-owlgate-statements': statements, 'x-owlgate-left-out': leftOut } = part.value;
    // Without trailers the answer is of another program.
    if (statements === undefined) throw new Unreachable(`the answer of ${from.url} is not an export; is it a gateway?`);
    return { statements: Number(statements), leftOut: leftOut === 'none' ? undefined : leftOut };
  } finally {
    gateway.close();
  }
}
