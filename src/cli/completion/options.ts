/** Command line of `owlgate completion`. */
import { HELP_OPTION, JSON_OPTION, type CommandSpecification } from '../specification';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export const COMPLETION = {
  name: 'completion',
  summary: 'print a completion script for a shell',
  usage: [SHELLS.join(' | ')],
  text: 'Prints a script for the shell, generated from the table of commands.',
  options: { json: { ...JSON_OPTION, meaning: 'prints the script as a JSON string' }, help: HELP_OPTION },
  operands: SHELLS,
  examples: [
    ['completion bash > ~/.local/share/bash-completion/completions/owlgate', ''],
    ['completion zsh > "${fpath[1]}/_owlgate"', ''],
    ['completion fish > ~/.config/fish/completions/owlgate.fish', ''],
  ],
  status: '0; 2, unknown shell.',
} as const satisfies CommandSpecification;
