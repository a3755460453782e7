/** Definitions of a generated API, and their printing. */

export interface Argument {
  readonly name: string;
  readonly type: string;
}

export interface DefinedField {
  readonly name: string;
  readonly arguments: readonly Argument[];
  readonly type: string;
  readonly description?: string;
  readonly directives?: readonly string[];
  /** The field stands for those of the common type. */
  readonly isCommon?: boolean;
}

export interface Definition {
  readonly kind: 'type' | 'interface' | 'input' | 'enum' | 'union';
  readonly name: string;
  readonly description?: string;
  readonly directives?: readonly string[];
  readonly interfaces?: readonly string[];
  readonly fields: DefinedField[];
  /** Members of an enum or a union. */
  readonly members?: readonly { readonly name: string; readonly description?: string }[];
}

/** Generated API of a model. */
export interface Api {
  /** By name: definitions of the document, and generated ones. */
  readonly definitions: Map<string, Definition>;
  readonly queries: DefinedField[];
  readonly mutations: DefinedField[];
  readonly subscriptions: DefinedField[];
}

export const field = (name: string, type: string, args: readonly Argument[] = []): DefinedField => ({
  name,
  type,
  arguments: args,
});

/** Field of an input or a result that stands for the fields of the common type. */
export const commonField = (name: string, type: string): DefinedField => ({ ...field(name, type), isCommon: true });

/** `[A!]!` → `A`. */
export const nameOfType = (type: string): string => type.replace(/[[\]!]/g, '');

export function printDefinition(definition: Definition): string {
  const { kind, name, interfaces = [], members = [], fields } = definition;
  const head = `${describe(definition)}${kind} ${name}`;
  const directives = spaced(definition.directives);
  switch (kind) {
    case 'union':
      return `${head}${directives} = ${members.map((member) => member.name).join(' | ')}\n`;
    case 'enum':
      return `${head} {\n${members.map((member) => `${describe(member, '\t')}\t${member.name}\n`).join('')}}\n`;
    default: {
      const implemented = interfaces.length > 0 ? ` implements ${interfaces.join(' & ')}` : '';
      return `${head}${implemented}${directives} {\n${fields.map(printField).join('')}}\n`;
    }
  }
}

function printField(each: DefinedField): string {
  const args = each.arguments.map(({ name, type }) => `${name}: ${type}`).join(', ');
  return `${describe(each, '\t')}\t${each.name}${args && `(${args})`}: ${each.type}${spaced(each.directives)}\n`;
}

const spaced = (directives: readonly string[] = []): string => directives.map((directive) => ` ${directive}`).join('');

function describe({ description }: { readonly description?: string }, indent = ''): string {
  if (!description) return '';
  return `${indent}"""${description.replace(/"""/g, '\\"""').replace(/([^\\"])"$|\\$/s, '$& ')}"""\n`;
}
