/**
 * Table of commands, the source of dispatch, help and shell completion. Modules are loaded on demand, so that a command
 * starts quickly.
 */
import type { Command } from './command';
import type { CommandSpecification } from './specification';

export interface CommandEntry {
  readonly name: string;
  /** Section in the list of commands. */
  readonly group: 'gateway' | 'ontology' | 'data' | 'questions' | 'shell';
  readonly specification: () => Promise<CommandSpecification>;
  /** Absent for `serve`, and for commands with actions. */
  readonly command?: () => Promise<Command>;
  /** Actions of a command, such as `load` in `ontology load`. */
  readonly actions?: readonly CommandEntry[];
}

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'serve',
    group: 'gateway',
    specification: async () => (await import('./serve-options.js')).SERVE,
  },
  {
    name: 'keys',
    group: 'gateway',
    specification: async () => (await import('./keys-options.js')).KEYS,
    command: async () => (await import('./keys.js')).keys,
  },
  {
    name: 'ontology',
    group: 'ontology',
    specification: async () => (await import('./ontology/options.js')).ONTOLOGY,
    actions: [
      {
        name: 'load',
        group: 'ontology',
        specification: async () => (await import('./ontology/options.js')).ONTOLOGY_LOAD,
        command: async () => (await import('./ontology/load.js')).ontologyLoad,
      },
      {
        name: 'validate',
        group: 'ontology',
        specification: async () => (await import('./ontology/options.js')).ONTOLOGY_VALIDATE,
        command: async () => (await import('./ontology/validate.js')).ontologyValidate,
      },
      {
        name: 'diff',
        group: 'ontology',
        specification: async () => (await import('./ontology/options.js')).ONTOLOGY_DIFF,
        command: async () => (await import('./ontology/diff.js')).ontologyDiff,
      },
      {
        name: 'show',
        group: 'ontology',
        specification: async () => (await import('./ontology/options.js')).ONTOLOGY_SHOW,
        command: async () => (await import('./ontology/show.js')).ontologyShow,
      },
      {
        name: 'log',
        group: 'ontology',
        specification: async () => (await import('./ontology/history-options.js')).ONTOLOGY_LOG,
        command: async () => (await import('./ontology/log.js')).ontologyLog,
      },
      {
        name: 'blame',
        group: 'ontology',
        specification: async () => (await import('./ontology/history-options.js')).ONTOLOGY_BLAME,
        command: async () => (await import('./ontology/blame.js')).ontologyBlame,
      },
      {
        name: 'rollback',
        group: 'ontology',
        specification: async () => (await import('./ontology/history-options.js')).ONTOLOGY_ROLLBACK,
        command: async () => (await import('./ontology/rollback.js')).ontologyRollback,
      },
      {
        name: 'violations',
        group: 'ontology',
        specification: async () => (await import('./ontology/options.js')).ONTOLOGY_VIOLATIONS,
        command: async () => (await import('./ontology/violations.js')).ontologyViolations,
      },
      {
        name: 'materialize',
        group: 'ontology',
        specification: async () => (await import('./ontology/options.js')).ONTOLOGY_MATERIALIZE,
        command: async () => (await import('./ontology/materialize.js')).ontologyMaterialize,
      },
      {
        name: 'graphql',
        group: 'ontology',
        specification: async () => (await import('./ontology/options.js')).ONTOLOGY_GRAPHQL,
        command: async () => (await import('./ontology/graphql.js')).ontologyGraphql,
      },
      {
        name: 'repair',
        group: 'ontology',
        specification: async () => (await import('./ontology/repair-options.js')).ONTOLOGY_REPAIR,
        command: async () => (await import('./ontology/repair.js')).ontologyRepair,
      },
    ],
  },
  {
    name: 'explain',
    group: 'ontology',
    specification: async () => (await import('./query/explain.js')).EXPLAIN,
    command: async () => (await import('./query/explain.js')).explain,
  },
  {
    name: 'reason',
    group: 'ontology',
    specification: async () => (await import('./options.js')).REASON,
    command: async () => (await import('./reason.js')).reason,
  },
  {
    name: 'query',
    group: 'data',
    specification: async () => (await import('./query/query-options.js')).QUERY,
    command: async () => (await import('./query/query.js')).query,
  },
  {
    name: 'mutate',
    group: 'data',
    specification: async () => (await import('./query/mutate.js')).MUTATE,
    command: async () => (await import('./query/mutate.js')).mutate,
  },
  {
    name: 'load',
    group: 'data',
    specification: async () => (await import('./load-options.js')).LOAD,
    command: async () => (await import('./load.js')).load,
  },
  {
    name: 'export',
    group: 'data',
    specification: async () => (await import('./export-options.js')).EXPORT,
    command: async () => (await import('./export.js')).exportData,
  },
  {
    name: 'backup',
    group: 'data',
    specification: async () => (await import('./storage-options.js')).BACKUP,
    command: async () => (await import('./storage.js')).backup,
  },
  {
    name: 'restore',
    group: 'data',
    specification: async () => (await import('./storage-options.js')).RESTORE,
    command: async () => (await import('./storage.js')).restore,
  },
  {
    name: 'verify',
    group: 'data',
    specification: async () => (await import('./storage-options.js')).VERIFY,
    command: async () => (await import('./storage.js')).verify,
  },
  {
    name: 'compact',
    group: 'data',
    specification: async () => (await import('./storage-options.js')).COMPACT,
    command: async () => (await import('./storage.js')).compact,
  },
  {
    name: 'documents',
    group: 'questions',
    specification: async () => (await import('./questions/documents-options.js')).DOCUMENTS,
    actions: [
      {
        name: 'add',
        group: 'questions',
        specification: async () => (await import('./questions/documents-options.js')).DOCUMENTS_ADD,
        command: async () => (await import('./questions/documents-add.js')).documentsAdd,
      },
      {
        name: 'list',
        group: 'questions',
        specification: async () => (await import('./questions/documents-options.js')).DOCUMENTS_LIST,
        command: async () => (await import('./questions/documents.js')).documentsList,
      },
      {
        name: 'remove',
        group: 'questions',
        specification: async () => (await import('./questions/documents-options.js')).DOCUMENTS_REMOVE,
        command: async () => (await import('./questions/documents.js')).documentsRemove,
      },
      {
        name: 'relink',
        group: 'questions',
        specification: async () => (await import('./questions/documents-options.js')).DOCUMENTS_RELINK,
        command: async () => (await import('./questions/documents.js')).documentsRelink,
      },
    ],
  },
  {
    name: 'retrieve',
    group: 'questions',
    specification: async () => (await import('./questions/options.js')).RETRIEVE,
    command: async () => (await import('./questions/retrieve.js')).retrieve,
  },
  {
    name: 'chat',
    group: 'questions',
    specification: async () => (await import('./questions/options.js')).CHAT,
    command: async () => (await import('./questions/chat.js')).chat,
  },
  {
    name: 'help',
    group: 'shell',
    specification: async () => (await import('./help.js')).HELP,
    command: async () => (await import('./help.js')).help,
  },
  {
    name: 'completion',
    group: 'shell',
    specification: async () => (await import('./completion/options.js')).COMPLETION,
    command: async () => (await import('./completion/index.js')).completion,
  },
];

/** Finds a command by name. */
export function findCommand(name: string, among: readonly CommandEntry[] = COMMANDS): CommandEntry | undefined {
  return among.find((entry) => entry.name === name);
}
