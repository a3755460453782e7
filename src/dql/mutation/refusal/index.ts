/**
 * Refusals of malformed bodies of /mutate in Dgraph's words. The parsers of this room are built for speed and give the
 * first error in the order of the text; Dgraph lexes a body, then parses its blocks, then each line by itself.
 */
import { DqlSyntaxError } from '../../errors';
import { parseJsonMutation } from '../json';
import type { FurtherDatatypes } from '../datatypes';
import { parseRdfMutation } from '../rdf';
import { readBlocks } from './blocks';
import { Refusal } from './scanner';
import { checkStatements } from './statements';

interface MutationRefusal {
  readonly message: string;
  /** True if Dgraph refuses the body before it carries out the request; its answer then has no `data`. */
  readonly isBeforehand: boolean;
  /** False if Dgraph may accept the body: this room's parsers are stricter. */
  readonly isCertain: boolean;
}

/** Refusals that the parsers of this room share with Dgraph, to the letter. */
const SHARED = /^(?:empty request|UID must to be greater than 0)$/;

/**
 * Returns the refusal of an RDF body; undefined if it can be read.
 *
 * @param further datatypes beyond those that Dgraph reads
 */
export function refusalOfRdf(text: string, further?: FurtherDatatypes): MutationRefusal | undefined {
  let isBeforehand = true;
  try {
    const blocks = readBlocks(text) ?? [];
    isBeforehand = false;
    for (const block of blocks) checkStatements(block.text, further);
    parseRdfMutation(text, further);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return { message: error.message, isBeforehand, isCertain: true };
    if (!(error instanceof DqlSyntaxError)) throw error;
    const [parsing, variable] = /^.* parsing "val\((.*)\)": invalid syntax/.exec(error.reason) ?? [];
    // Without a query, Dgraph reports variables before it reads subjects.
    if (variable !== undefined && !/^(?:\s|#.*\n)*upsert/.test(text)) {
      return { message: `variables [${variable}] not defined`, isBeforehand, isCertain: true };
    }
    if (parsing !== undefined && text.includes(`${variable} as `)) {
      return { message: parsing, isBeforehand, isCertain: true };
    }
    return { message: error.reason, isBeforehand, isCertain: !isBeforehand && SHARED.test(error.reason) };
  }
}

/** Returns the refusal of a JSON body; undefined if it can be read. */
export function refusalOfJson(text: string): MutationRefusal | undefined {
  try {
    parseJsonMutation(text);
    return undefined;
  } catch (error) {
    if (!(error instanceof DqlSyntaxError)) throw error;
    const { reason, offset } = error;
    if (!/^(?:invalid character|unexpected end of JSON input)/.test(reason)) {
      return { message: reason, isBeforehand: false, isCertain: SHARED.test(reason) };
    }
    const { line, character } = placeOf(text, offset);
    const message = `Error parsing JSON at line ${line}, character ${character}: ${reason}\n`;
    return { message, isBeforehand: true, isCertain: true };
  }
}

/**
 * Returns a position as Dgraph counts: that of the character after the wrong one. A line feed counts as the first
 * character of the line that it begins.
 */
function placeOf(text: string, offset: number): { readonly line: number; readonly character: number } {
  const target = offset + (text.codePointAt(offset)! > 0xffff ? 2 : 1);
  let [line, character, at] = [1, 0, 0];
  for (const c of text) {
    if (c === '\n') {
      line++;
      character = 0;
    }
    character++;
    if (at === target) break;
    at += c.length;
  }
  return { line, character };
}
