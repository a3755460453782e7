#!/usr/bin/env node
/** The program: serves, or runs a command; neither loads what only the other needs. */
import type { Command } from './cli/command';

const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  backup: async () => (await import('./cli/storage.js')).backup,
  compact: async () => (await import('./cli/storage.js')).compact,
  export: async () => (await import('./cli/export.js')).exportData,
  keys: async () => (await import('./cli/keys.js')).keys,
  load: async () => (await import('./cli/load.js')).load,
  reason: async () => (await import('./cli/reason.js')).reason,
  restore: async () => (await import('./cli/storage.js')).restore,
};

const [name = '', ...args] = process.argv.slice(2);

async function main(): Promise<void> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load) {
    const command = await load();
    process.exitCode = await command(args, process);
    return;
  }
  // What it does without a word for it.
  if (name === 'serve') process.argv.splice(2, 1);
  const { serve } = await import('./serve.js');
  await serve();
}

void main();
