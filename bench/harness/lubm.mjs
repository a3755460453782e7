/**
 * The Lehigh University Benchmark, read from the shared folder (`OWLGATE_SHARED`, default: `shared` beside the
 * project), since it is not part of this project.
 *
 * LUBM(1) is a file of its own. LUBM(N) is the first N universities of LUBM(10): the generator makes one university
 * after the other, so a smaller benchmark is the beginning of a larger one. Universities that are only referenced have
 * a type and nothing else. A larger benchmark is LUBM(10) several times over, each time with other universities.
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { root } from './child.mjs';

const folder = path.join(process.env.OWLGATE_SHARED ?? path.join(root, '..', 'shared'), 'data', 'lubm');
const NAMESPACE = 'http://swat.cse.lehigh.edu/onto/univ-bench.owl#';
const NAMESPACE_OF_TEN = 'http://www.lehigh.edu/~zhp2/2004/0401/univ-bench.owl#';
const HOST = /^<http:\/\/www\.(?:[^/>]*\.)?University(\d+)\.edu/;
const UNIVERSITY = /^<http:\/\/www\.University(\d+)\.edu> (\S+)/;
const REFERRED = / <http:\/\/www\.University(\d+)\.edu> \.$/;
const RDF_TYPE = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';

/** Universities of the largest file. */
const MOST = 10;
const ANY_UNIVERSITY = /University(\d+)/g;
/** Number above all universities that LUBM(10) mentions. */
const APART = 10_000;

/** The `time`th copy of a text, with universities of its own. */
export const apart = (text, time) =>
  time === 0 ? text : text.replace(ANY_UNIVERSITY, (_, number) => `University${Number(number) + time * APART}`);

/** @param {number} universities */
export const hasLubm = (universities = 1) =>
  existsSync(path.join(folder, universities === 1 ? 'lubm1.nt.gz' : 'lubm10.nt.gz'));

export const univBench = () => readFileSync(path.join(folder, 'univ-bench.ttl'), 'utf8');

/** @returns {string[]} lines of N-Triples of LUBM(N); N is at most 10 */
export function lubm(universities) {
  if (universities === 1) return linesOf('lubm1.nt.gz');
  const kept = [];
  const about = [];
  const known = new Set(Array.from({ length: universities }, (_, i) => String(i)));
  const referred = new Set(known);
  for (const original of linesOf('lubm10.nt.gz')) {
    const line = original.replaceAll(NAMESPACE_OF_TEN, NAMESPACE);
    const university = HOST.exec(line)?.[1];
    // The file begins with a header, which is not data.
    if (university === undefined) continue;
    if (UNIVERSITY.test(line)) about.push(line);
    else if (known.has(university)) {
      kept.push(line);
      const other = REFERRED.exec(line)?.[1];
      if (other !== undefined) referred.add(other);
    }
  }
  for (const line of about) {
    const [, university, property] = UNIVERSITY.exec(line);
    if (known.has(university) || (referred.has(university) && property === RDF_TYPE)) kept.push(line);
  }
  return kept;
}

/**
 * @param {number} universities above 10, a multiple of 10
 * @returns {{ontology: string, data: string, triples: number, remove(): void}} LUBM(N) as files
 */
export function lubmFiles(universities) {
  const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-bench-'));
  const ontology = path.join(directory, 'univ-bench.ttl');
  const data = path.join(directory, `lubm${universities}.nt`);
  const times = Math.max(1, universities / MOST);
  const lines = lubm(Math.min(universities, MOST));
  const text = `${lines.join('\n')}\n`;
  writeFileSync(ontology, univBench());
  for (let time = 0; time < times; time++) appendFileSync(data, apart(text, time));
  return {
    ontology,
    data,
    triples: lines.length * times,
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function linesOf(name) {
  return gunzipSync(readFileSync(path.join(folder, name)))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');
}
