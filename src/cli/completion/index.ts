/** `owlgate completion`: prints a completion script. */
import { command, parseCommandLine, UsageError } from '../command';
import { bashScript } from './bash';
import { fishScript } from './fish';
import { COMPLETION, SHELLS, type Shell } from './options';
import { readWords, type Words } from './words';
import { zshScript } from './zsh';

const SCRIPTS: Readonly<Record<Shell, (words: readonly Words[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export const completion = command({
  specification: COMPLETION,
  read(args) {
    const { values, positionals } = parseCommandLine(args, COMPLETION.options);
    const [name, ...more] = positionals;
    const shell = SHELLS.find((each) => each === name);
    if (!shell || more.length > 0) {
      throw new UsageError(`${positionals.join(' ') || 'no shell'}: one of ${SHELLS.join(', ')} is expected`);
    }
    return { shell, json: values.json };
  },
  async run({ shell, json }, { print }) {
    const script = SCRIPTS[shell](await readWords());
    await print(json ? `${JSON.stringify(script)}\n` : script);
    return undefined;
  },
});
