/** The registry of modules: how each way of retrieving is made. */
import { createAgent } from '../agents';
import type { ModuleChoice, ModuleFactory } from '../types';
import { createAuto } from './auto';
import { createNaive } from './naive';
import { createOwl } from './owl';

export const MODULE_FACTORIES: Readonly<Partial<Record<ModuleChoice, ModuleFactory>>> = {
  auto: createAuto,
  naive: createNaive,
  owl: createOwl,
  arag: createAgent('arag'),
  aragog: createAgent('aragog'),
};
