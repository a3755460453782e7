/** Bodies that are small as they come and large decompressed: what the program takes of the machine's memory. */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { itIf } from '../support/conditional';
import { ask } from '../support/http/client';
import { build, cleanUp, start } from '../support/program/program';

const MIB = 2 ** 20;
const BODY = 64 * MIB;
const BOMBS = 12;

beforeAll(build);
afterEach(cleanUp);

/** Most memory that a process has had, in bytes (proc(5)). */
const peakOf = (pid: number): number =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024;

itIf(process.platform === 'linux', 'needs /proc of Linux')(
  'twelve concurrent gzip bombs use the budget at most, and the gateway goes on',
  async () => {
    const program = start({
      OWLGATE_MAX_BODY: String(BODY),
      OWLGATE_BODY_BUDGET: String(2 * BODY),
      // The budget alone limits them, however slowly they are read.
      OWLGATE_CONCURRENCY: `loads=${BOMBS}`,
    });
    const url = await program.url();
    const before = peakOf(program.child.pid!);
    const body = gzipSync(Buffer.alloc(BODY));
    expect(body.length).toBeLessThan(BODY / 1000);
    const headers = { 'Content-Type': 'application/graphql', 'Content-Encoding': 'gzip' };
    const replies = await Promise.all(
      Array.from({ length: BOMBS }, () => ask(url, '/ontology/graphql', { method: 'POST', headers, body })),
    );
    const codes = replies.map(({ json }) => json.errors[0].extensions.code as string);
    expect(new Set(codes)).toEqual(new Set(['Busy', 'GraphqlExtension']));
    for (const { status, headers: refusalHeaders } of replies.filter(({ status }) => status !== 400)) {
      expect([status, refusalHeaders['retry-after']]).toEqual([503, '2']);
    }
    // Two bodies fit; each is a text, too, while it is read.
    const growth = peakOf(program.child.pid!) - before;
    expect(growth).toBeLessThan(7 * BODY);
    expect((await ask(url, '/health')).status).toBe(200);
  },
);
