/** First of a load's two passes over its files: reads everything and writes nothing. */
import { unquote } from '../dql';
import { IRI_PREDICATE } from '../schema';
import { keyOf, kindOf, readLine, type Kind } from './line';
import { readLines } from './lines';

/** Refused line with the reason. */
export interface RefusedLine {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

export interface Survey {
  readonly statements: number;
  readonly kinds: Readonly<Record<Kind, number>>;
  /** Number of statements of other namespaces, which are left out. */
  readonly otherNamespaces: number;
  /** Largest uid; 0 if no node is named by a uid. */
  readonly maxUid: number;
  /** True if some nodes have blank node labels or IRIs. */
  readonly hasNames: boolean;
  /** True if the files use uids that the target has given to its own nodes. */
  readonly usesTakenUids: boolean;
  /** IRIs of nodes, by `keyOf`; empty unless requested. */
  readonly iris: ReadonlyMap<string, string>;
  /** Number of statements of Dgraph's own predicates, by predicate. */
  readonly dgraphCounts: ReadonlyMap<string, number>;
  /** First lines that cannot be read. */
  readonly refused: readonly RefusedLine[];
  readonly refusedCount: number;
}

interface SurveyOptions {
  readonly namespace: number;
  readonly usedUids: ReadonlySet<number>;
  /** True to collect the IRIs of all nodes in memory. */
  readonly wantsIris: boolean;
}

export const MAX_LISTED_REFUSALS = 1_000;

/** Reads all files once. @throws as readLines */
export async function survey(
  files: readonly string[],
  { namespace, usedUids, wantsIris }: SurveyOptions,
  report: (statements: number) => void = () => {},
): Promise<Survey> {
  const kinds: Record<Kind, number> = { user: 0, inferred: 0, ontology: 0, registry: 0, dgraph: 0 };
  const iris = new Map<string, string>();
  const dgraphCounts = new Map<string, number>();
  const refused: RefusedLine[] = [];
  let [statements, otherNamespaces, maxUid, refusedCount] = [0, 0, 0, 0];
  let [hasNames, usesTakenUids] = [false, false];
  for (const file of files) {
    for await (const { first, lines } of readLines(file)) {
      for (let i = 0; i < lines.length; i++) {
        const line = readLine(lines[i]!);
        if (line === undefined) continue;
        if (typeof line === 'string') {
          if (++refusedCount <= MAX_LISTED_REFUSALS) refused.push({ file, line: first + i, reason: line });
          continue;
        }
        if (line.namespace !== namespace) {
          otherNamespaces++;
          continue;
        }
        const kind = kindOf(line);
        kinds[kind]++;
        if (kind === 'dgraph') {
          dgraphCounts.set(line.predicate, (dgraphCounts.get(line.predicate) ?? 0) + 1);
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
            if (usedUids.size > 0 && usedUids.has(term.uid)) usesTakenUids = true;
          } else if (term) hasNames = true;
        }
      }
      report(statements);
    }
  }
  return {
    statements,
    kinds,
    otherNamespaces,
    maxUid,
    hasNames,
    usesTakenUids,
    iris,
    dgraphCounts,
    refused,
    refusedCount,
  };
}
