/**
 * OpenAI-compatible embeddings endpoint for tests. A text's vector counts its words by group, so that synonyms are near
 * each other and vectors can be computed by hand.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EmbeddingServer {
  readonly url: string;
  /** Texts of requests, in order. */
  readonly texts: string[];
  /** Answers the given number of requests with HTTP 500. */
  fail(requests: number): void;
  close(): Promise<void>;
}

/** @param groups groups of synonyms; the last component counts words outside all groups */
export async function startEmbeddings(groups: readonly (readonly string[])[]): Promise<EmbeddingServer> {
  const texts: string[] = [];
  let failures = 0;
  const vector = (text: string): number[] => {
    const counts = new Array<number>(groups.length + 1).fill(0);
    counts[groups.length] = 0.1;
    for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
      const group = groups.findIndex((words) => words.includes(word));
      if (group >= 0) counts[group]! += 1;
    }
    return counts;
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.setHeader('Content-Type', 'application/json');
      if (failures > 0) {
        failures--;
        response.writeHead(400).end('{"error":{"message":"no vectors today","type":"invalid_request_error"}}');
        return;
      }
      const { input, model } = JSON.parse(Buffer.concat(chunks).toString()) as { input: string[]; model: string };
      texts.push(...input);
      const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vector(text) }));
      response.end(JSON.stringify({ object: 'list', model, data, usage: { prompt_tokens: 1, total_tokens: 1 } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    texts,
    fail: (requests) => (failures = requests),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
