/** TLS of the gRPC port. */
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { ServerCredentials } from '@grpc/grpc-js';

interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
  /** Authorities of client certificates; with it, every client needs one. */
  readonly clientAuthorities: string | undefined;
}

/** Reads and checks the files, all in PEM. @throws errors of the file system and of OpenSSL */
export async function readTls({ certificate, key, clientAuthorities }: TlsFiles): Promise<ServerCredentials> {
  const ca = clientAuthorities === undefined ? undefined : await readFile(clientAuthorities);
  const pair = { cert_chain: await readFile(certificate), private_key: await readFile(key) };
  createSecureContext({ cert: pair.cert_chain, key: pair.private_key, ...(ca && { ca }) });
  return ServerCredentials.createSsl(ca ?? null, [pair], ca !== undefined);
}
