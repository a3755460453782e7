/** Tests of the HTTP surface, over HTTP/2: each request of theirs goes to a gateway with TLS. */
import { rmSync } from 'node:fs';
import { Certificates } from '../../../src/util/certificates';
import { silent } from '../../../src/util/log';
import { describeIf } from '../../support/conditional';
import { hasOpenssl, TestAuthority } from '../../support/http/certificates';
import { serveOverTls } from '../../support/http/gateway';

/** Requests that the protocol itself refuses: http2.test.ts. */
const NO_REQUEST_OF_HTTP2: ReadonlySet<unknown> = new Set([
  'refuses a large body before its end',
  'has no bypass by another spelling of the path',
  'accepts a long target',
]);

describeIf(hasOpenssl, 'needs openssl')('over HTTP/2', () => {
  let authority: TestAuthority;
  let certificates: Certificates;
  beforeAll(async () => {
    authority = new TestAuthority();
    certificates = await Certificates.open({ ...authority.issue('gateway'), clientAuthorities: undefined }, silent);
    serveOverTls(certificates);
  });
  afterAll(() => {
    certificates.close();
    rmSync(authority.folder, { recursive: true });
  });

  describe.each(['probes', 'dgraph-routes', 'formats'])('%s', (suite) => {
    const register = globalThis.it;
    const selected = (...[name, ...rest]: Parameters<jest.It>) =>
      NO_REQUEST_OF_HTTP2.has(name) || register(name, ...rest);
    globalThis.it = Object.assign(selected, register) as jest.It;
    jest.requireActual(`./${suite}.test`);
    globalThis.it = register;
  });
});
