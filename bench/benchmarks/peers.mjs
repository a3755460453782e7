/**
 * Materialization in memory against other reasoners: LUBM(1) under univ-bench, from files to the closure, each side in
 * a process. The other reasoners are not part of this project; `OWLGATE_PEERS` names a file with their commands
 * (README.md describes it).
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { compare, factsIn, scopeOf } from '../harness/agreement.mjs';
import { program } from '../harness/child.mjs';
import { hasLubm, lubmFiles } from '../harness/lubm.mjs';
import { measured } from '../harness/measured.mjs';
import { ratioOf, runPair } from '../harness/pair.mjs';
import { planOf, rulesText } from '../harness/rules.mjs';
import { spread } from '../harness/stats.mjs';

export const title = 'materialization in memory, LUBM(1), beside other reasoners';

/** Limit of the time for all measured runs of a peer, in seconds; its first run is not included. */
const PATIENCE_SECONDS = 60;
export const OWLGATE = {
  name: 'owlgate',
  command: [process.execPath, program('materialize.mjs'), '{ontology}', '{data}', '{closure}'],
};

/** @returns {{name: string, command: string[]}[]} @throws Error for a file of another form */
export function peersHere() {
  const file = process.env.OWLGATE_PEERS;
  if (!file) return [];
  const peers = JSON.parse(readFileSync(file, 'utf8'));
  const isPeer = (peer) =>
    typeof peer?.name === 'string' &&
    Array.isArray(peer.command) &&
    peer.command.every((part) => typeof part === 'string');
  if (!Array.isArray(peers) || !peers.every(isPeer))
    throw new Error(`${file}: not a list of {"name": text, "command": [texts]}`);
  return peers;
}

/** A peer's command with file names filled in; arguments whose file is not given are omitted. */
export const commandFor = ({ command }, files) =>
  command
    .map((part) => part.replace(/\{(ontology|data|rules|closure)\}/g, (text, name) => files[name] ?? text))
    .filter((part) => !/\{(ontology|data|rules|closure)\}/.test(part));

export async function run({ rounds, tell }) {
  const peers = peersHere();
  if (peers.length === 0) tell('peers: none; OWLGATE_PEERS names no file');
  if (!hasLubm()) tell('peers: skipped, no LUBM in the shared folder');
  if (peers.length === 0 || !hasLubm()) return { pairs: [], figures: [] };

  const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-bench-'));
  const files = lubmFiles(1);
  try {
    const { reduced, plan } = planOf(readFileSync(files.ontology, 'utf8'));
    const rules = path.join(directory, 'rules');
    writeFileSync(rules, rulesText(plan));
    const closure = path.join(directory, 'closure.nt');
    const scope = await scopeOf(reduced, files.data);
    const first = async (side) => {
      const sample = await measured(commandFor(side, { ...files, rules, closure }));
      return { ...sample, facts: await factsIn(closure, scope) };
    };
    const ours = await first(OWLGATE);
    const results = [];
    for (const peer of peers) {
      tell(`${peer.name}: first run, for its facts`);
      const theirs = await first(peer);
      const agreement = compare(theirs.facts, ours.facts);
      const sample = (side) => () => measured(commandFor(side, { ...files, rules })).then(inSeconds);
      const pair = await runPair({
        name: peer.name,
        unit: 's',
        sides: [
          { label: peer.name, sample: sample(peer) },
          { label: OWLGATE.name, sample: sample(OWLGATE) },
        ],
        rounds: Math.max(1, Math.min(rounds, Math.floor(PATIENCE_SECONDS / theirs.whole))),
        warmUp: false,
        tell,
      });
      results.push({ peer: peer.name, agreement, pair });
    }
    return {
      pairs: results.flatMap(pairsOf),
      figures: results.flatMap(figuresOf),
      agreements: results.map(agreementOf),
    };
  } finally {
    files.remove();
    rmSync(directory, { recursive: true, force: true });
  }
}

const inSeconds = (sample) => ({ ...sample, value: sample.whole });

/** Ratios of the whole run, and of reading and reasoning without the start and end of the process. */
function pairsOf({ peer, pair }) {
  const part = (name, of) => ratioOf({ ...pair, name: `${peer}: ${name}` }, of);
  const tells = [pair.a, pair.b].every(({ samples }) => samples.every(({ load, reason }) => load >= 0 && reason >= 0));
  return [
    { ...pair, name: `${peer}: the process from start to end` },
    ...(tells
      ? [part('reading and reasoning', ({ load, reason }) => load + reason), part('reasoning', ({ reason }) => reason)]
      : []),
  ];
}

function figuresOf({ peer, pair }) {
  return [
    [peer, pair.a],
    [`${OWLGATE.name} beside ${peer}`, pair.b],
  ]
    .map(([name, { samples }]) => [name, samples.flatMap(({ peakMB }) => peakMB ?? [])])
    .filter(([, peaks]) => peaks.length > 0)
    .map(([name, peaks]) => ({ name: `peak memory, ${name}`, unit: 'MB', ...spread(peaks) }));
}

const agreementOf = ({ peer, agreement }) => ({ peer, ...agreement });
