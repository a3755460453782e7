/** The registry of modules: how each way of retrieving is made. */
import { createAgent } from '../agents';
import type { ModuleFactory, ModuleName } from '../types';
import { createNaive } from './naive';
import { createOwl } from './owl';

export const MODULE_FACTORIES: Readonly<Partial<Record<ModuleName, ModuleFactory>>> = {
  naive: createNaive,
  owl: createOwl,
  arag: createAgent('arag'),
  aragog: createAgent('aragog'),
};
