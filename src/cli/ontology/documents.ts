/** Request body of an ontology's files: one file unchanged, several as a form (RFC 7578). */
import { randomBytes } from 'node:crypto';
import { basename } from 'node:path';
import { syntaxOfFileName } from '../../rdf/syntax';
import { STANDARD_INPUT } from '../command';
import { readFileOrInput, requireFiles } from '../input';
import type { GatewayRequest } from '../gateway/client';
import type { CommandContext } from '../command';

/** Type for files whose syntax the gateway detects by content. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** @throws UsageError without files, or for an unreadable file */
export async function readOntology(
  files: readonly string[],
  stdin: CommandContext['stdin'],
): Promise<Required<Pick<GatewayRequest, 'headers' | 'body'>>> {
  requireFiles(files);
  const parts: { readonly name: string; readonly type: string; readonly bytes: Buffer }[] = [];
  for (const file of files) {
    const isInput = file === STANDARD_INPUT;
    parts.push({
      name: sourceName(file),
      type: (isInput ? undefined : syntaxOfFileName(file)) ?? UNKNOWN_TYPE,
      bytes: await readFileOrInput(file, stdin),
    });
  }
  const [only] = parts;
  if (parts.length === 1) return { headers: { 'Content-Type': only!.type }, body: only!.bytes };
  return form(parts);
}

/** Returns the name of a file in messages and in the history. */
export const sourceName = (file: string): string => (file === STANDARD_INPUT ? 'standard input' : basename(file));

function form(parts: readonly { readonly name: string; readonly type: string; readonly bytes: Buffer }[]) {
  const boundary = `owlgate-${randomBytes(16).toString('hex')}`;
  const body = parts.flatMap(({ name, type, bytes }, i) => {
    const fileName = name.replace(/["\r\n\\]/g, '_');
    const head = [
      `--${boundary}`,
      `Content-Disposition: form-data; name="${i === 0 ? 'ontology' : 'import'}"; filename="${fileName}"`,
      `Content-Type: ${type}`,
    ];
    return [Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes, Buffer.from('\r\n')];
  });
  return {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
