/** Document processes: limits of time and memory, a gateway that answers meanwhile, and nothing left behind. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { itIf } from '../support/conditional';
import { ask, type Reply } from '../support/http/client';
import { build, cleanUp, start, type Program } from '../support/program/program';
import { until } from '../support/until';

beforeAll(build);
afterEach(cleanUp);

const PREFIXES = `@prefix : <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
<http://e/> a owl:Ontology .
`;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
/** Work for many seconds, and for more memory than is allowed. */
const COSTLY =
  PREFIXES +
  numbers(1_500)
    .map(
      (i) =>
        `:C${i} a owl:Class${
          i === 0
            ? ''
            : ` ; owl:disjointWith ${numbers(i)
                .map((j) => `:C${j}`)
                .join(', ')}`
        } .`,
    )
    .join('\n');
const SMALL = `${PREFIXES} :A a owl:Class .`;

const validate = (url: string, body: string): Promise<Reply> =>
  ask(url, '/ontology?validate=true&data=false', {
    method: 'POST',
    headers: { 'Content-Type': 'text/turtle' },
    body,
  });

/** Ids of the processes that a program has started. Linux alone tells. */
function children({ child }: Program): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => parentOf(id) === child.pid);
}

function parentOf(id: number): number | undefined {
  try {
    return Number(
      readFileSync(`/proc/${id}/stat`, 'latin1')
        .replace(/^.*\) /, '')
        .split(' ')[1],
    );
  } catch {
    return undefined;
  }
}

const isThere = (id: number): boolean => existsSync(`/proc/${id}`);

/** Health has a second to answer, which a busy machine may not have. */
const QUERY = { method: 'POST', headers: { 'Content-Type': 'application/dql' }, body: 'schema {}' };

it.each([
  [
    'time',
    { OWLGATE_DOCUMENT_SECONDS: '2', OWLGATE_DOCUMENT_MEMORY: '8192' },
    /more than 2 s of work \(OWLGATE_DOCUMENT_SECONDS/,
  ],
  ['memory', { OWLGATE_DOCUMENT_MEMORY: '64' }, /more than 64 MiB of memory \(OWLGATE_DOCUMENT_MEMORY/],
])(
  '%s is limited, other requests are answered meanwhile, and the next document is read',
  async (limit, settings, message) => {
    const url = await start(settings).url();
    let isOver = false;
    const refused = validate(url, COSTLY).finally(() => (isOver = true));
    let answers = 0;
    while (!isOver) {
      expect((await ask(url, '/query', QUERY)).status).toBe(200);
      answers++;
      await delay(20);
    }
    const { status, json } = await refused;
    expect([status, json.errors[0].extensions]).toMatchObject([422, { code: 'DocumentTooCostly', limit }]);
    expect(json.errors[0].message).toMatch(message);
    expect(answers).toBeGreaterThan(10);
    expect((await validate(url, SMALL)).json.status).toBe('valid');
  },
);

const onLinux = itIf(existsSync('/proc/self/stat'), 'needs /proc');

onLinux.each(['SIGTERM', 'SIGKILL'] as const)('no process is left behind after %s', async (signal) => {
  const program = start({ OWLGATE_DOCUMENT_SECONDS: '2' });
  const url = await program.url();
  const validation = validate(url, COSTLY).catch(() => undefined);
  let processes: number[] = [];
  await until(() => Promise.resolve((processes = children(program)).length > 0));
  // A client that does not wait lets the gateway end.
  await program.end(signal);
  await validation;
  await until(() => Promise.resolve(!processes.some(isThere)));
});
