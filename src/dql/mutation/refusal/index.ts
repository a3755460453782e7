/**
 * Refusals of malformed bodies of /mutate in Dgraph's words. The parsers of this room are built for speed and give the
 * first error in the order of the text; Dgraph lexes a body, then parses its blocks, then each line by itself.
 */
import { DqlSyntaxError } from '../../errors';
import { parseJsonMutation } from '../json';
import { parseRdfMutation } from '../rdf';
import { readBlocks } from './blocks';
import { Refusal } from './scanner';
import { checkStatements } from './statements';

export interface MutationRefusal {
  readonly message: string;
  /** True if Dgraph refuses the body before it carries out the request; its answer then has no `data`. */
  readonly isBeforehand: boolean;
}

/** Returns the refusal of an RDF body; undefined if neither its blocks nor its statements are at fault. */
export function refusalOfRdf(text: string): MutationRefusal | undefined {
  let isBeforehand = true;
  try {
    const blocks = readBlocks(text) ?? [];
    isBeforehand = false;
    for (const block of blocks) checkStatements(block.text);
    parseRdfMutation(text);
    return undefined;
  } catch (error) {
    if (error instanceof DqlSyntaxError) return { message: wordingOf(error, text), isBeforehand };
    if (!(error instanceof Refusal)) throw error;
    return { message: error.message, isBeforehand };
  }
}

/** Without a query, Dgraph reports variables before it reads subjects. */
function wordingOf({ reason }: DqlSyntaxError, text: string): string {
  const variable = /parsing "val\((.*)\)": invalid syntax/.exec(reason)?.[1];
  return variable === undefined || /^(?:\s|#.*\n)*upsert/.test(text) ? reason : `variables [${variable}] not defined`;
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
      return { message: reason, isBeforehand: false };
    }
    const { line, character } = placeOf(text, offset);
    return { message: `Error parsing JSON at line ${line}, character ${character}: ${reason}\n`, isBeforehand: true };
  }
}

/** Counts as Dgraph does: the character after the wrong one, and a line's feed as its first character. */
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
