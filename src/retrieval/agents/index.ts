/** The modules arag and aragog: agents with tools, and the fixed plans that stand in for a model. */
export { createAgent } from './agent';
