/** The command line of `owlgate completion`. */
import { HELP_OPTION, JSON_OPTION, type CommandSpecification } from '../specification';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export const COMPLETION = {
  name: 'completion',
  summary: 'completion of commands, options and their values, for a shell',
  usage: [SHELLS.join(' | ')],
  text: 'Prints a script for the shell to read. It is made of the same table as the commands themselves.',
  options: { json: { ...JSON_OPTION, meaning: 'the script as a JSON text' }, help: HELP_OPTION },
  operands: SHELLS,
  examples: [
    ['completion bash > ~/.local/share/bash-completion/completions/owlgate', ''],
    ['completion zsh > "${fpath[1]}/_owlgate"', ''],
    ['completion fish > ~/.config/fish/completions/owlgate.fish', ''],
  ],
  status: '0; 2, there is no script for that shell.',
} as const satisfies CommandSpecification;
