/** The script for zsh, by its own _arguments and _describe. */
import { quoted, type OptionWords, type Words } from './words';

export function zshScript(all: readonly Words[]): string {
  return `#compdef owlgate
# zsh completion for owlgate; made by: owlgate completion zsh
${all.map(functionOf).join('\n')}
if [ "$funcstack[1]" = "_owlgate" ]; then
  _owlgate "$@"
else
  compdef _owlgate owlgate
fi
`;
}

const nameOf = (path: string): string => `_owlgate${path === '' ? '' : `_${path.replaceAll(' ', '_')}`}`;

function functionOf({ path, options, operands, next }: Words): string {
  const rows = options.map(optionRow);
  if (next.length === 0) {
    const rest = operandRow(operands);
    return `${nameOf(path)}() {\n  _arguments -s -S ${[...rows, ...rest].map((row) => `\\\n    ${row}`).join(' ')}\n}\n`;
  }
  const described = next.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n');
  const cases = next.map(({ name }) => `        ${name}) ${nameOf(`${path} ${name}`.trim())} ;;`).join('\n');
  const inner = [...rows, `'1:command:->command'`, `'*::argument:->arguments'`]
    .map((row) => `\\\n    ${row}`)
    .join(' ');
  return `${nameOf(path)}() {
  local curcontext="$curcontext" state line
  local -a commands
  commands=(
${described}
  )
  _arguments -C -S ${inner}
  case "$state" in
    command) _describe -t commands command commands ;;
    arguments)
      case "$line[1]" in
${cases}
      esac ;;
  esac
}
`;
}

/** Brackets and colons are the syntax of _arguments. */
const plain = (text: string): string => text.replace(/[[\]:\\]/g, (c) => `\\${c}`);

function optionRow({ name, short, takesValue, multiple, values, completes, meaning }: OptionWords): string {
  const value = takesValue ? `:${plain(name)}:${action(values, completes)}` : '';
  const described = `[${plain(meaning)}]${value}`;
  const mark = multiple ? '*' : '';
  if (short === undefined) return quoted(`${mark}--${name}${takesValue ? '=' : ''}${described}`);
  // Either excludes the other.
  const both = `{${[`-${short}`, `--${name}${takesValue ? '=' : ''}`].map((each) => quoted(mark + each)).join(',')}}`;
  return multiple ? `${both}${quoted(described)}` : `${quoted(`(-${short} --${name})`)}${both}${quoted(described)}`;
}

const action = (values: readonly string[] | undefined, completes: string | undefined): string =>
  values ? `(${values.join(' ')})` : completes === 'directory' ? '_files -/' : completes === 'file' ? '_files' : ' ';

function operandRow(operands: Words['operands']): string[] {
  if (operands === undefined) return [];
  const isKind = typeof operands === 'string';
  return [quoted(`*:argument:${action(isKind ? undefined : operands, isKind ? operands : undefined)}`)];
}
