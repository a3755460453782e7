/**
 * Dgraph's own cases, if the shared data is present: queries that Dgraph accepts are accepted, those its parser refuses
 * are refused.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DqlSyntaxError,
  parseJsonMutation,
  parseRdf,
  parseRdfMutation,
  parseSchema,
  prepare,
  validateSchema,
} from '../../../src/dql';

interface Case {
  readonly id: string;
  readonly kind: string;
  readonly category: string;
  readonly query?: string;
  readonly op?: string;
  readonly vars?: Record<string, string>;
}
interface Operation {
  readonly type: string;
  readonly schema?: string;
  readonly rdf?: string;
  readonly body?: string;
  readonly content_type?: string;
}

const folder = join(process.env['OWLGATE_SHARED'] ?? join(__dirname, '../../../../shared'), 'data/dql');
const isAvailable = existsSync(join(folder, 'cases.json'));
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const readCases = (): Case[] => read('cases.json') as Case[];
const run = isAvailable ? it : it.skip;
const reason = isAvailable ? '' : ' (skipped: there is no shared/data/dql beside the project)';

/** Refused by Dgraph for the format of the answer, which is not a part of the query. */
const ABOUT_THE_ANSWER = /^rdf_result_test\//;

describe(`Dgraph's cases${reason}`, () => {
  run('takes every query that Dgraph answers', () => {
    const queries = readCases().filter((c) => c.query !== undefined && c.kind !== 'error');
    expect(queries.length).toBeGreaterThan(400);
    for (const { query, vars } of queries) prepare(query!, { variables: vars });
  });

  run("refuses every query that Dgraph's parser refuses, and leaves the others to execution", () => {
    const errors = readCases().filter((c) => c.query !== undefined && c.kind === 'error');
    for (const { id, category, query, vars } of errors) {
      const atParsing = (category === 'error-parse' || category === 'error-fuzz') && !ABOUT_THE_ANSWER.test(id);
      let refused: unknown;
      try {
        prepare(query!, { variables: vars });
      } catch (error) {
        refused = error;
      }
      expect([id, refused instanceof DqlSyntaxError]).toEqual([id, atParsing]);
    }
  });

  run('takes every schema and mutation that Dgraph takes', () => {
    const setup = read('setup.json') as { schema: string; rdf: string[]; ops: Record<string, Operation> };
    const refusedByDgraph = new Set(
      readCases().flatMap((c) => (c.kind === 'error' && c.op !== undefined ? [c.op] : [])),
    );
    validateSchema(parseSchema(setup.schema));
    for (const rdf of setup.rdf) expect(parseRdf(rdf).length).toBeGreaterThan(0);
    for (const [name, { type, schema, rdf, body, content_type: format }] of Object.entries(setup.ops)) {
      if (refusedByDgraph.has(name)) continue;
      if (type === 'alter') parseSchema(schema!);
      else if (type === 'set' || type === 'delete') parseRdf(rdf!, type);
      else if (type === 'mutate') (format === 'application/rdf' ? parseRdfMutation : parseJsonMutation)(body!);
    }
  });
});
