/** TLS of the gRPC port. New connections get reloaded certificates. */
import type { SecureContextOptions } from 'node:tls';
import { ServerCredentials } from '@grpc/grpc-js';
import type { Certificates } from '../util/certificates';

export class ReloadedCredentials extends ServerCredentials {
  constructor(certificates: Certificates) {
    super({ requestCert: certificates.checksClients }, contextOf(certificates.current));
    certificates.onChange((contents) => this.updateSecureContextOptions(contextOf(contents)));
  }

  override _equals(other: ServerCredentials): boolean {
    return this === other;
  }
}

const contextOf = ({ cert, key, ca }: Certificates['current']): SecureContextOptions => ({
  cert,
  key,
  ...(ca && { ca }),
});
