/** `owlgate ontology repair`: checks and repairs the registry in the engine itself. */
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Engine } from '../../dgraph';
import { adviceFor, repairRegistry, RepairRefused, Seal, surveyRegistry, type Survey } from '../../materialize';
import { isGateway } from '../../transfer';
import { command, DONE, FAILED, USAGE_ERROR, type CommandContext } from '../command';
import { isEngineError, openEngine } from '../places';
import { terminalOf } from '../terminal/terminal';
import type { Place } from '../transfer-options';
import { adviceText, reportJson, reportText } from './repair-report';
import { ONTOLOGY_REPAIR, readRepairArguments, type RepairArguments } from './repair-options';

/** Exit status: 0 if the registry is intact at the end, 1 if it is damaged or the repair was declined. */
export const ontologyRepair = command<RepairArguments>({
  specification: ONTOLOGY_REPAIR,
  read: readRepairArguments,
  isExpected: (error) => error instanceof RepairRefused || isEngineError(error),
  async run(parsed, context) {
    const { place } = parsed;
    if ('data' in place && !existsSync(place.data)) {
      throw new RepairRefused(`there is no data directory ${place.data}; --data or --url names the engine`);
    }
    const opened = await openEngine(place, context.env);
    try {
      await refuseGateway(opened.engine);
      return await work(opened.engine, parsed, context);
    } finally {
      await opened.close();
    }
  },
});

async function work(engine: Engine, parsed: RepairArguments, context: CommandContext): Promise<number> {
  const { repair, place, keys, yes, json } = parsed;
  const { stdout, env, print, say } = context;
  const seal = new Seal(keys);
  const before = await surveyRegistry(engine, seal);
  const terminal = terminalOf(stdout, env);
  const show = async (survey: Survey, actions?: readonly string[]): Promise<void> => {
    const advice = adviceFor(survey, seal);
    if (json) {
      const fields = { engine: nameOf(place), ...reportJson(survey, advice), ...(actions && { done: actions }) };
      return print(`${JSON.stringify(fields, null, 2)}\n`);
    }
    const report = actions ? '' : reportText(nameOf(place), survey, terminal);
    await print(
      `${report}${(actions ?? []).map((line) => `${line}\n`).join('')}${adviceText(survey, advice, actions)}`,
    );
  };
  if (!repair) {
    await show(before);
    return before.damages.length === 0 ? DONE : FAILED;
  }
  if (!yes) {
    if (!json) await print(reportText(nameOf(place), before, terminal));
    const isAgreed = await confirm(context);
    if (isAgreed === undefined) return (say('no terminal for the question: --yes skips it'), USAGE_ERROR);
    if (!isAgreed) return (say('nothing was changed'), FAILED);
  }
  const actions = await repairRegistry(engine, seal, repair);
  const after = await surveyRegistry(engine, seal);
  await show(after, actions.length === 0 ? ['nothing to repair'] : actions);
  return after.damages.length === 0 ? DONE : FAILED;
}

const nameOf = (place: Place): string => ('data' in place ? place.data : place.url.replace(/\/\/[^/@,]*@/g, '//'));

/** Asks for confirmation; undefined without a terminal. */
async function confirm({ stdin, stderr }: CommandContext): Promise<boolean | undefined> {
  if (stdin.isTTY !== true) return undefined;
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(?:es)?$/i.test((await lines.question('Go ahead? [y/N] ')).trim());
  } finally {
    lines.close();
  }
}

/** Refuses a gateway in place of an engine: gateways do not let clients write the registry. @throws RepairRefused */
async function refuseGateway(engine: Engine): Promise<void> {
  if (!(await isGateway(engine))) return;
  throw new RepairRefused(`${engine.url} is a gateway; name the Dgraph behind it, as DGRAPH_URL does for the gateway`);
}
