/** The script for bash (3.2 and later: that of macOS, too), without the package bash-completion. */
import { quoted, type OptionWords, type Words } from './words';

export function bashScript(all: readonly Words[]): string {
  const paths = all.flatMap(({ path, next }) => next.map(({ name }) => `${path} ${name}`.trim()));
  return `# bash completion for owlgate; made by: owlgate completion bash
_owlgate() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="" command="" i=1 wordlist="" files=""
  # An option and its value are three words where an equals sign stands between them.
  if [ "$word" = "=" ]; then word="" before="\${COMP_WORDS[COMP_CWORD-1]}"
  elif [ "$COMP_CWORD" -gt 1 ] && [ "\${COMP_WORDS[COMP_CWORD-1]}" = "=" ]; then before="\${COMP_WORDS[COMP_CWORD-2]}"
  elif [ "$COMP_CWORD" -gt 0 ]; then before="\${COMP_WORDS[COMP_CWORD-1]}"
  fi
  while [ "$i" -lt "$COMP_CWORD" ]; do
    case "\${command:+$command }\${COMP_WORDS[i]}" in
${indented(
  paths.map((path) => `${quoted(path)}) command=${quoted(path)} ;;`),
  6,
)}
      *) break ;;
    esac
    i=$((i + 1))
  done
  case "$command $before" in
${indented(all.flatMap(valueCases), 4)}
    *)
      case "$word" in
        -*)
          case "$command" in
${indented(
  all.map(({ path, options }) => `${quoted(path)}) wordlist=${quoted(options.flatMap(spellings).join(' '))} ;;`),
  12,
)}
          esac ;;
        *)
          case "$command" in
${indented(all.flatMap(operandCase), 12)}
          esac ;;
      esac ;;
  esac
  COMPREPLY=()
  local each IFS=$'\\n'
  if [ -n "$wordlist" ]; then
    COMPREPLY=($(compgen -W "\${wordlist// /$'\\n'}" -- "$word"))
  elif [ "$files" = directory ]; then
    COMPREPLY=($(compgen -d -- "$word"))
    compopt -o filenames 2>/dev/null
  elif [ "$files" = file ]; then
    COMPREPLY=($(compgen -f -- "$word"))
    compopt -o filenames 2>/dev/null
  fi
}
complete -F _owlgate owlgate
`;
}

const indented = (lines: readonly string[], by: number): string =>
  lines.map((line) => `${' '.repeat(by)}${line}`).join('\n');

const spellings = ({ name, short }: OptionWords): string[] => [
  `--${name}`,
  ...(short === undefined ? [] : [`-${short}`]),
];

/** What may stand behind an option that takes a value; nothing is offered where nobody knows. */
function valueCases({ path, options }: Words): string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map((option) => {
      const patterns = spellings(option).map((spelling) => quoted(`${path} ${spelling}`));
      return `${patterns.join('|')}) ${offered(option.values, option.completes)} ;;`;
    });
}

const offered = (values: readonly string[] | undefined, completes: string | undefined): string =>
  values ? `wordlist=${quoted(values.join(' '))}` : completes ? `files=${completes}` : ':';

function operandCase({ path, next, operands }: Words): string[] {
  if (next.length > 0) return [`${quoted(path)}) wordlist=${quoted(next.map(({ name }) => name).join(' '))} ;;`];
  if (operands === undefined) return [];
  const isKind = typeof operands === 'string';
  return [`${quoted(path)}) ${offered(isKind ? undefined : operands, isKind ? operands : undefined)} ;;`];
}
