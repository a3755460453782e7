/** Second of a load's two passes over its files: sends the statements that the target accepts. */
import { IRI_PREDICATE } from '../schema';
import type { Batches, Entry } from './batches';
import { TransferError } from './errors';
import { kindOf, readLine, type Kind, type Line } from './line';
import { readLines } from './lines';
import { isDocumentPredicate, REGISTRY_EDGES } from './names';
import { RegistryStatements, textOf } from './ontology';

interface Rules {
  readonly namespace: number;
  readonly writesMarks: boolean;
  /** False for a gateway with an ontology: there, nodes are named by their IRIs. */
  readonly writesIris: boolean;
  readonly keepsCursor: boolean;
}

const BATCH_CHARACTERS = 8 << 20;
/**
 * Predicates of a materialization's progress: in the present layout of the registry, and in the earlier one, which
 * stores the cursor alone.
 */
const PROGRESS = 'owlgate.progress';
const CURSOR = 'owlgate.cursor';

export class Loader {
  readonly registry = new RegistryStatements();
  private entries: Entry[] = [];
  private characters = 0;
  /** Entries that wait until the nodes they lead to are written. */
  private readonly deferred: Entry[] = [];

  constructor(
    private readonly batches: Batches,
    private readonly size: number,
    private readonly rules: Rules,
  ) {}

  async run(files: readonly string[], report: (statements: number) => void): Promise<void> {
    for (const file of files) {
      for await (const { first, lines } of readLines(file)) {
        for (let i = 0; i < lines.length; i++) {
          const line = readLine(lines[i]!);
          if (line === undefined) continue;
          if (typeof line === 'string') throw new TransferError(`${file}: it changed during the load`);
          if (line.namespace !== this.rules.namespace) continue;
          const kind = kindOf(line);
          if (!this.takes(kind, line)) continue;
          const entry = entryOf(file, first + i, this.withoutCursor(line));
          if (REGISTRY_EDGES.has(line.predicate)) this.deferred.push(entry);
          else if (this.add(entry)) await this.flush();
        }
        report(this.batches.written);
      }
    }
    await this.flush();
    await this.batches.finish();
    this.entries = this.deferred;
    await this.flush();
    await this.batches.finish();
    report(this.batches.written);
  }

  private takes(kind: Kind, line: Line): boolean {
    const { writesMarks, writesIris, keepsCursor } = this.rules;
    if (kind === 'dgraph') return false;
    if (kind === 'user') return line.predicate !== IRI_PREDICATE.name || writesIris;
    if (kind === 'registry' && !writesMarks && !isDocumentPredicate(line.predicate)) this.registry.add(line);
    return writesMarks && (line.predicate !== CURSOR || keepsCursor);
  }

  /** Removes the position of a materialization, which is a uid of the source, if the target has other uids. */
  private withoutCursor(line: Line): Line {
    if (line.predicate !== PROGRESS || this.rules.keepsCursor) return line;
    return { ...line, literal: JSON.stringify(JSON.stringify({ materialized: isMaterialized(line.literal) })) };
  }

  /** Adds an entry. @returns true if the batch is full */
  private add(entry: Entry): boolean {
    this.entries.push(entry);
    this.characters += entry.suffix.length + 60;
    return this.entries.length >= this.size || this.characters >= BATCH_CHARACTERS;
  }

  private async flush(): Promise<void> {
    const { entries } = this;
    this.entries = [];
    this.characters = 0;
    if (entries.length > 0) await this.batches.send(entries);
  }
}

function isMaterialized(literal: string): boolean {
  try {
    const progress = JSON.parse(textOf(literal)) as { readonly materialized?: unknown } | null;
    return progress?.materialized === true;
  } catch {
    return false;
  }
}

function entryOf(file: string, line: number, { subject, predicate, object, literal, facets }: Line): Entry {
  const suffix = `${literal}${facets === '' ? '' : ` ${facets}`} .\n`;
  return { file, line, subject, predicate: ` <${predicate}> `, object, suffix };
}
