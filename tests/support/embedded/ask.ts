/** Queries on the sample graph. */
import { parse } from '../../../src/dql';
import { executeQuery, type ExecuteOptions } from '../../../src/embedded/execute';
import { sampleStore } from './sample';

/** Returns the `data` of the answer. */
export function ask(query: string, options?: ExecuteOptions): unknown {
  return JSON.parse(askText(query, options));
}

export function askText(query: string, options?: ExecuteOptions): string {
  return executeQuery(parse(query), sampleStore(), options).json;
}

/** Recorded case: its subject, the query, and the `data` of Dgraph v25.4. */
export type Recorded = readonly [title: string, query: string, data: unknown];

/** Case that Dgraph v25.4 refuses, with its message. */
export type Refused = readonly [title: string, query: string, message: string];

/** Runs recorded cases as tests. */
export function holdTo(cases: readonly Recorded[]): void {
  it.each(cases)('%s', (_, query, data) => {
    expect(ask(query)).toEqual(data);
  });
}
