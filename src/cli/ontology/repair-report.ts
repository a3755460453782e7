/** Report of `owlgate ontology repair` on the registry. */
import type { Advice, Survey } from '../../materialize';
import { table } from '../terminal/table';
import type { Terminal } from '../terminal/terminal';
import { cleanLine } from '../terminal/text';

const COMMAND = 'owlgate ontology repair';

/** Advice as sentences. */
const ADVICE: Readonly<Record<Advice, string>> = {
  '--latest-intact': `${COMMAND} --latest-intact puts the latest usable version in force`,
  '--sign': `${COMMAND} --sign signs the stored versions, if they are yours`,
  '--sign --latest-intact':
    `${COMMAND} --sign --latest-intact signs the usable versions, if they are yours, ` + 'and removes the others',
  '--remove': `no version is usable: ${COMMAND} --remove removes all of them; then load the ontology again`,
  key: 'set OWLGATE_REGISTRY_KEY to the key of the gateways, and try again',
};

const KINDS = {
  intact: 'intact',
  unchained: 'intact, without a digest',
  unsigned: 'unsigned',
  locked: 'signed, but no key is set',
  damaged: 'damaged',
} as const;

export function reportText(place: string, survey: Survey, terminal: Terminal): string {
  const { head, versions, extension, damages, isGraphqlLost } = survey;
  const lines = [`the registry of ontologies in ${cleanLine(place)}`];
  if (survey.nodes.length === 0) return `${lines[0]!}: none is stored\n`;
  const inForce = head === undefined ? 'unknown' : `version ${head.version}`;
  lines.push(`in force: ${inForce}`);
  const rows = [...versions]
    .reverse()
    .map((each) => [
      each.version === undefined ? '?' : String(each.version),
      KINDS[each.kind],
      each.loadedAt,
      each.profile,
      each.materialized ? 'yes' : 'no',
      each.checksum.slice(0, 12),
    ]);
  const listed =
    rows.length === 0
      ? ''
      : table(['version', 'state', 'loaded', 'profile', 'materialized', 'checksum'], rows, terminal);
  const graphql = extension
    ? [`GraphQL extension: version ${extension.version}, ${isGraphqlLost ? 'damaged' : 'readable'}`]
    : isGraphqlLost
      ? ['GraphQL extension: damaged']
      : [];
  const damageLines = damages
    .slice(0, MAX_LISTED)
    .map(({ record, reason }) => `damaged: ${cleanLine(`${record}: ${reason}`)}`);
  if (damages.length > MAX_LISTED) damageLines.push(`and ${damages.length - MAX_LISTED} more`);
  return `${lines.join('\n')}\n${listed}${[...graphql, ...damageLines].map((line) => `${line}\n`).join('')}`;
}

const MAX_LISTED = 50;

/** @param actions actions of the repair, if one was made */
export function adviceText(survey: Survey, advice: Advice | undefined, actions: readonly string[] | undefined): string {
  if (advice !== undefined) return `${ADVICE[advice]}\n`;
  if (!actions) return survey.nodes.length === 0 ? '' : 'nothing is damaged\n';
  if (survey.nodes.length === 0) {
    return (
      'inferred facts stay, marked as before; load an ontology: owlgate ontology materialize --wait then retracts ' +
      'facts that it does not entail\n'
    );
  }
  return survey.head?.current.materialized === true
    ? ''
    : 'owlgate ontology materialize --wait completes the stored data; a gateway also does it at its start\n';
}

export function reportJson(survey: Survey, advice: Advice | undefined): object {
  const { head, versions, extension, damages, nodes, isGraphqlLost } = survey;
  return {
    state: damages.length > 0 ? 'damaged' : nodes.length === 0 ? 'none' : 'intact',
    inForce: head?.version ?? null,
    versions: [...versions].reverse().map((each) => ({
      version: each.version ?? null,
      state: each.kind,
      ...(each.problem && { reason: each.problem.reason }),
      profile: each.profile,
      loadedAt: each.loadedAt,
      checksum: each.checksum,
      materialized: each.materialized,
    })),
    graphql:
      extension || isGraphqlLost
        ? { version: extension?.version ?? null, state: isGraphqlLost ? 'damaged' : 'intact' }
        : null,
    damages: damages.map(({ record, reason }) => ({ what: record, reason })),
    advice: advice ?? null,
  };
}
