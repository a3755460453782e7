/** The first of a load's two ways through its files: everything is read and nothing is written. */
import { unquote } from '../dql/unquote';
import { IRI_PREDICATE } from '../schema';
import { keyOf, kindOf, readLine, type Kind } from './line';
import { readLines } from './lines';

/** A line, and what is wrong with it. */
export interface Refusal {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

export interface Survey {
  readonly statements: number;
  readonly kinds: Readonly<Record<Kind, number>>;
  /** Statements of other namespaces, which are left out. */
  readonly elsewhere: number;
  /** 0 where no node is named by a uid. */
  readonly maxUid: number;
  /** Whether nodes are named otherwise: blank nodes, IRIs. */
  readonly hasNames: boolean;
  /** Whether uids that the target has given to nodes of its own are among those of the files. */
  readonly meetsTaken: boolean;
  /** IRIs of nodes, by what the files call these, where they were asked for. */
  readonly iris: ReadonlyMap<string, string>;
  /** Statements under Dgraph's own predicates, by predicate. */
  readonly dgraphs: ReadonlyMap<string, number>;
  /** Lines that cannot be read; the first of them. */
  readonly refused: readonly Refusal[];
  readonly refusedCount: number;
}

export interface SurveyOptions {
  readonly namespace: number;
  readonly taken: ReadonlySet<number>;
  /** Keeps the IRIs of all nodes in memory. */
  readonly wantsIris: boolean;
}

export const MOST_TOLD = 1_000;

/** @throws as readLines */
export async function survey(
  files: readonly string[],
  { namespace, taken, wantsIris }: SurveyOptions,
  tell: (statements: number) => void = () => {},
): Promise<Survey> {
  const kinds: Record<Kind, number> = { user: 0, inferred: 0, ontology: 0, registry: 0, dgraph: 0 };
  const iris = new Map<string, string>();
  const dgraphs = new Map<string, number>();
  const refused: Refusal[] = [];
  let [statements, elsewhere, maxUid, refusedCount] = [0, 0, 0, 0];
  let [hasNames, meetsTaken] = [false, false];
  for (const file of files) {
    for await (const { first, lines } of readLines(file)) {
      for (let i = 0; i < lines.length; i++) {
        const line = readLine(lines[i]!);
        if (line === undefined) continue;
        if (typeof line === 'string') {
          if (++refusedCount <= MOST_TOLD) refused.push({ file, line: first + i, reason: line });
          continue;
        }
        if (line.namespace !== namespace) {
          elsewhere++;
          continue;
        }
        const kind = kindOf(line);
        kinds[kind]++;
        if (kind === 'dgraph') {
          dgraphs.set(line.predicate, (dgraphs.get(line.predicate) ?? 0) + 1);
          continue;
        }
        statements++;
        if (wantsIris && line.predicate === IRI_PREDICATE.name) {
          const iri = unquote(line.literal.slice(0, line.literal.lastIndexOf('"') + 1));
          if (iri !== undefined) iris.set(keyOf(line.subject), iri);
        }
        for (const term of [line.subject, line.object]) {
          if (term?.kind === 'uid') {
            if (term.uid > maxUid) maxUid = term.uid;
            if (taken.size > 0 && taken.has(term.uid)) meetsTaken = true;
          } else if (term) hasNames = true;
        }
      }
      tell(statements);
    }
  }
  return { statements, kinds, elsewhere, maxUid, hasNames, meetsTaken, iris, dgraphs, refused, refusedCount };
}
