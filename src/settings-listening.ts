/** Settings of the ports, and of their certificates. */
import { integer, type Setting } from './settings-types';

export const LISTENING: readonly Setting[] = [
  {
    name: 'PORT',
    flag: '--port',
    default: '8080',
    meaning: 'TCP port; 0 selects a free one',
    accepts: 'an integer from 0 to 65535',
    schema: integer(0, 65535),
  },
  {
    name: 'HOST',
    flag: '--host',
    default: '127.0.0.1',
    meaning: 'address to listen on; 0.0.0.0 or :: for every interface',
    accepts: 'a host name or an IP address',
    schema: { type: 'string', pattern: '^[\\w.:%-]+$' },
  },
  {
    name: 'GRPC_PORT',
    flag: '--grpc-port',
    default: '9080',
    meaning: 'TCP port of gRPC for Dgraph clients; 0 selects a free one, off serves HTTP only',
    accepts: 'an integer from 0 to 65535, or off',
    schema: {
      type: 'string',
      pattern: '^(off|\\d{1,4}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])$',
    },
  },
  {
    name: 'OWLGATE_WORKERS',
    flag: '--workers',
    default: '1',
    meaning:
      'processes that serve both ports in front of a cluster; more than one pays on a machine with idle processors',
    accepts: 'an integer from 1 to 64',
    schema: integer(1, 64),
  },
  {
    name: 'OWLGATE_TLS_CERT',
    flag: '--tls-cert',
    default: '',
    meaning: 'certificate chain (PEM); with it and OWLGATE_TLS_KEY both ports speak TLS, and the HTTP port also HTTP/2',
    accepts: 'the path of a file',
    schema: { type: 'string' },
  },
  {
    name: 'OWLGATE_TLS_KEY',
    flag: '--tls-key',
    default: '',
    meaning: 'private key of OWLGATE_TLS_CERT (PEM)',
    accepts: 'the path of a file',
    schema: { type: 'string' },
  },
  {
    name: 'OWLGATE_TLS_CLIENT_CA',
    flag: '--tls-client-ca',
    default: '',
    meaning: 'authorities of client certificates (PEM); with it every client of both ports needs one (mTLS)',
    accepts: 'the path of a file',
    schema: { type: 'string' },
  },
  {
    name: 'OWLGATE_GRPC_CERT',
    flag: '--grpc-cert',
    default: '',
    meaning: 'certificate chain of the gRPC port (PEM) in place of OWLGATE_TLS_CERT; off: no TLS on that port',
    accepts: 'the path of a file, or off',
    schema: { type: 'string' },
  },
  {
    name: 'OWLGATE_GRPC_KEY',
    flag: '--grpc-key',
    default: '',
    meaning: 'private key of OWLGATE_GRPC_CERT (PEM)',
    accepts: 'the path of a file',
    schema: { type: 'string' },
  },
  {
    name: 'OWLGATE_GRPC_CLIENT_CA',
    flag: '--grpc-client-ca',
    default: '',
    meaning: 'authorities of client certificates for the gRPC port (PEM), beside OWLGATE_GRPC_CERT',
    accepts: 'the path of a file',
    schema: { type: 'string' },
  },
];
