/** `owlgate ontology show`: prints the tree of classes, one class, a version, or a document. */
import { parseCommandLine, UsageError } from '../command';
import { gatewayCommand, operands } from '../gateway/command';
import { table } from '../terminal/table';
import type { Terminal } from '../terminal/terminal';
import { clean, cleanLine, wrapAll } from '../terminal/text';
import { tree } from '../terminal/tree';
import { ONTOLOGY_SHOW } from './options';
import { classTree, type ClassEntry } from './class-tree';
import { differenceText, type Comparison } from './report';
import { isVersion, versionText, type Version, type VersionsPage } from './versions';

const parse = (args: readonly string[]) => parseCommandLine(args, ONTOLOGY_SHOW.options);

interface Property {
  readonly iri: string;
  readonly type: string;
  readonly domain?: readonly string[];
  readonly range?: readonly string[];
  readonly isFunctional: boolean;
  readonly inverseOf?: readonly string[];
  readonly inherited: boolean;
}

interface ClassDetails extends ClassEntry {
  readonly fullIri: string;
  readonly comment?: string;
  readonly superClasses: readonly string[];
  readonly subClasses: readonly string[];
  readonly disjointWith: readonly string[];
  readonly properties: readonly Property[];
}

export const ontologyShow = gatewayCommand<ReturnType<typeof parse>>({
  specification: ONTOLOGY_SHOW,
  read(args) {
    const parsed = parse(args);
    const [name] = operands(parsed.positionals, 1, 'one class');
    const { source, turtle } = parsed.values;
    if (source && turtle) throw new UsageError('either --source or --turtle is given, not both');
    if (name !== undefined && !isVersion(name) && (source || turtle))
      throw new UsageError('--source and --turtle print the whole ontology; they take a version, and no class');
    if (name?.trim() === '') throw new UsageError('the name of a class is expected');
    return parsed;
  },
  async run({ values, positionals }, { gateway, output, print, terminal }) {
    const [name] = positionals;
    if (values.source || values.turtle) {
      const accept = values.json ? 'application/json' : values.turtle ? 'text/turtle' : '*/*';
      const { text } = await gateway.send({
        path: '/ontology',
        parameters: { version: name },
        headers: { Accept: accept },
      });
      await print(text.endsWith('\n') ? text : `${text}\n`);
      return undefined;
    }
    if (name !== undefined && isVersion(name)) {
      const parameters = { limit: 1, before: Number(name) + 1 };
      const { diff } = await gateway.json<Comparison>({ path: '/ontology/diff', parameters: { to: name } });
      const { versions } = await gateway.json<VersionsPage>({ path: '/ontology/versions', parameters });
      const [version] = versions as readonly [Version];
      await output(
        { ...version, diff },
        () => `${versionText(version, terminal)}\n${differenceText({ diff }, terminal)}`,
      );
      return undefined;
    }
    const path = '/ontology/introspect';
    const { lang } = values;
    if (name === undefined) {
      const classes = await gateway.json<readonly ClassEntry[]>({ path, parameters: { lang } });
      await output(classes, () =>
        classes.length === 0 ? 'no classes\n' : tree(classTree(classes, terminal.style), terminal),
      );
    } else {
      const details = await gateway.json<ClassDetails>({ path, parameters: { class: name, lang } });
      await output(details, () => detailsText(details, terminal));
    }
    return undefined;
  },
});

function detailsText(details: ClassDetails, terminal: Terminal): string {
  const { style, width } = terminal;
  const { iri, fullIri, label, comment, properties } = details;
  const lines = [
    `${style.bold(cleanLine(iri))}  ${style.dim(`<${cleanLine(fullIri)}>`)}`,
    ...(label === undefined ? [] : [cleanLine(label)]),
    ...(comment === undefined ? [] : [clean(comment)]),
    '',
    ...(
      [
        ['superclasses', details.superClasses],
        ['direct superclasses', details.directSuperClasses],
        ['subclasses', details.subClasses],
        ['direct subclasses', details.directSubClasses],
        ['equivalent', details.equivalentClasses],
        ['disjoint', details.disjointWith],
      ] as const
    )
      .filter(([, names]) => names.length > 0)
      .map(([kind, names]) => `${style.dim(`${kind}:`)} ${names.map(cleanLine).join(', ')}`),
  ];
  const head = wrapAll(lines, width);
  if (properties.length === 0) return head;
  const rows = properties.map(({ iri: name, type, domain = [], range = [], isFunctional, inverseOf = [], inherited }) =>
    [
      name,
      `${isFunctional ? 'functional ' : ''}${type === 'ObjectProperty' ? 'object' : 'data'}`,
      domain.join(', '),
      range.join(', '),
      inverseOf.join(', '),
      inherited ? 'inherited' : '',
    ].map(cleanLine),
  );
  return `${head}\n${table(['property', 'kind', 'domain', 'range', 'inverse of', ''], rows, terminal)}`;
}
