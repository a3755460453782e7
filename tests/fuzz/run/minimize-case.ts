/** Makes a failing case smaller: requests, headers, then bytes of the body or of the whole. */
import type { Options } from '../options';
import { caseAt } from '../requests';
import { prime } from '../subject/prime';
import type { Subject } from '../subject/program';
import { encode, type FuzzCase, type FuzzRequest } from '../wire/request';
import { runCase } from './case';
import { signatureOf, type Failure } from './failures';
import { shrink } from './shrink';

/** Cases until the world is put back. */
const EPOCH = 100;
/** Single bytes of a longer body are not tried. */
const MAX_BYTES = 20_000;
/** The log lags behind the answer. */
const LOG_MS = 30;

/** @returns what is left, as text and as a command */
export async function minimizeCase(
  { route, seed, index, complaint }: Failure,
  subject: Subject,
  options: Options,
): Promise<string> {
  const signature = signatureOf(complaint);
  let runs = 0;
  const stays = async (requests: readonly FuzzRequest[]): Promise<boolean> => {
    if (subject.ended !== undefined) return false;
    if (++runs % EPOCH === 0) await prime(subject);
    const each: FuzzCase = { route, seed, index, requests };
    const { engine, patience } = options;
    subject.grievances.splice(0);
    const { complaints } = await runCase(each, { ...subject.ports, engine, patience });
    if (signature.startsWith('log:')) await new Promise((resolve) => setTimeout(resolve, LOG_MS));
    const logged = subject.grievances.map(({ text }) => ({ kind: 'log' as const, text }));
    return [...complaints, ...logged].some((each) => signatureOf(each) === signature);
  };
  const { requests } = caseAt(seed, index, route);
  if (!(await stays(requests)))
    return 'it does not fail on a program of its own: it takes the cases before it (--from)';
  let left = await shrink(requests, stays);
  for (let i = 0; i < left.length; i++) left = await smaller(left, i, stays);
  const bytes = left.map((request) => encode(request, {}, 'localhost'));
  const lines = bytes.map((each) => `  ${JSON.stringify(each.toString('latin1'))}`);
  return [...lines, `  npm run fuzz -- ${bytes.map((each) => `--send ${each.toString('base64')}`).join(' ')}`].join(
    '\n',
  );
}

async function smaller(
  requests: readonly FuzzRequest[],
  at: number,
  stays: (requests: readonly FuzzRequest[]) => Promise<boolean>,
): Promise<readonly FuzzRequest[]> {
  let current = requests[at]!;
  const attempt = async (changed: FuzzRequest): Promise<boolean> => stays(requests.with(at, changed));
  const keep = async (changed: FuzzRequest): Promise<void> => {
    if (await attempt(changed)) current = changed;
  };
  if (current.raw) {
    const bytes = await shrink([...current.raw], (some) =>
      attempt({ ...current, raw: Buffer.from(some), parts: [Buffer.from(some)] }),
    );
    return requests.with(at, { ...current, raw: Buffer.from(bytes) });
  }
  const { chunks: _chunks, ...unchunked } = current;
  await keep(unchunked);
  const headers = await shrink(current.headers, (some) => attempt({ ...current, headers: some }));
  current = { ...current, headers };
  // Lines first: most formats have them, and they go quickly.
  for (const split of [/(?<=\n)/, current.body.length > MAX_BYTES ? undefined : /(?:)/]) {
    if (split === undefined) continue;
    const parts = current.body.toString('latin1').split(split);
    const body = await shrink(parts, (some) => attempt({ ...current, body: Buffer.from(some.join(''), 'latin1') }));
    current = { ...current, body: Buffer.from(body.join(''), 'latin1') };
  }
  return requests.with(at, current);
}
