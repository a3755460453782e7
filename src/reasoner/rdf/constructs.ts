/** All constructs of OWL 2 RL in a graph. */
import { classConstructs } from './class-constructs';
import { individualConstructs } from './individual-constructs';
import { propertyConstructs } from './property-constructs';
import type { Construct } from './tbox';

export const CONSTRUCTS: readonly Construct[] = [...classConstructs, ...propertyConstructs, ...individualConstructs];
