/** Certificates for tests, made by openssl. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

export interface Pair {
  readonly certificate: string;
  readonly key: string;
}

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

function openssl(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('openssl', [...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** Authority of its own, in a folder. */
export class TestAuthority {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'owlgate-certificates-'));
  /** Certificate of the authority. */
  readonly file = this.at('ca.pem');
  private readonly key = this.at('ca.key');

  constructor() {
    openssl('req', '-x509', ...KEY, '-keyout', this.key, '-out', this.file, '-days', '2', '-subj', '/CN=authority');
    writeFileSync(this.at('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1');
  }

  /** Issues a certificate for this machine. */
  issue(name: string): Pair {
    const [certificate, key, request] = [this.at(`${name}.pem`), this.at(`${name}.key`), this.at(`${name}.csr`)];
    openssl('req', ...KEY, '-keyout', key, '-out', request, '-subj', `/CN=${name}`);
    const signed = ['-CA', this.file, '-CAkey', this.key, '-CAcreateserial', '-extfile', this.at('names')];
    openssl('x509', '-req', '-in', request, ...signed, '-out', certificate, '-days', '2');
    return { certificate, key };
  }

  private at(file: string): string {
    return path.join(this.folder, file);
  }
}
