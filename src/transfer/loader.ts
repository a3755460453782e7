/** The second of a load's two ways through its files: what the target is to have is sent to it. */
import { IRI_PREDICATE } from '../schema';
import type { Batches, Entry } from './batches';
import { TransferError } from './errors';
import { kindOf, readLine, type Kind, type Line } from './line';
import { readLines } from './lines';
import { isOfDocuments, REGISTRY_HEAD } from './names';
import { RegistryStatements } from './ontology';

export interface Rules {
  readonly namespace: number;
  readonly writesMarks: boolean;
  /** Or nodes are named by them. */
  readonly writesIris: boolean;
  readonly keepsCursor: boolean;
}

const BATCH_CHARACTERS = 8 << 20;
const CURSOR = 'owlgate.cursor';

export class Loader {
  readonly registry = new RegistryStatements();
  private entries: Entry[] = [];
  private characters = 0;
  /** Until all that they lead to is there. */
  private readonly last: Entry[] = [];

  constructor(
    private readonly batches: Batches,
    private readonly size: number,
    private readonly rules: Rules,
  ) {}

  async run(files: readonly string[], tell: (statements: number) => void): Promise<void> {
    for (const file of files) {
      for await (const { first, lines } of readLines(file)) {
        for (let i = 0; i < lines.length; i++) {
          const line = readLine(lines[i]!);
          if (line === undefined) continue;
          if (typeof line === 'string') throw new TransferError(`${file}: it was changed while it was being loaded`);
          if (line.namespace !== this.rules.namespace) continue;
          const kind = kindOf(line);
          if (!this.takes(kind, line)) continue;
          const entry = entryOf(file, first + i, line);
          if (line.predicate === REGISTRY_HEAD) this.last.push(entry);
          else if (this.add(entry)) await this.flush();
        }
        tell(this.batches.written);
      }
    }
    await this.flush();
    await this.batches.finish();
    this.entries = this.last;
    await this.flush();
    await this.batches.finish();
    tell(this.batches.written);
  }

  private takes(kind: Kind, line: Line): boolean {
    const { writesMarks, writesIris, keepsCursor } = this.rules;
    if (kind === 'dgraph') return false;
    if (kind === 'user') return line.predicate !== IRI_PREDICATE.name || writesIris;
    if (kind === 'registry' && !writesMarks && !isOfDocuments(line.predicate)) this.registry.add(line);
    return writesMarks && (line.predicate !== CURSOR || keepsCursor);
  }

  /** @returns whether there is enough for a transaction */
  private add(entry: Entry): boolean {
    this.entries.push(entry);
    this.characters += entry.rest.length + 60;
    return this.entries.length >= this.size || this.characters >= BATCH_CHARACTERS;
  }

  private async flush(): Promise<void> {
    const { entries } = this;
    this.entries = [];
    this.characters = 0;
    if (entries.length > 0) await this.batches.send(entries);
  }
}

function entryOf(file: string, line: number, { subject, predicate, object, literal, facets }: Line): Entry {
  const rest = `${literal}${facets === '' ? '' : ` ${facets}`} .\n`;
  return { file, line, subject, predicate: ` <${predicate}> `, object, rest };
}
