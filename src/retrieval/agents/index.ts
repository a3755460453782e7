/** Modules arag and aragog: agents with tools, and fixed plans for use without a model. */
export { askAgent, createAgent } from './agent';
