/** Other words for relations that ontologies often have: of general English, for a fixed plan that knows no meanings. */
import { stemOf } from './words';

/** Each line: words that people use one for another in questions. The order is that in which they are tried. */
const GROUPS = `
marry wife husband spouse partner
lead head boss chief manage run direct charge
own belong possess property owner
teach train instruct pupil student teacher trainer
build construct make create yard built manufacture
write author compose pen
employ hire work
live reside dwell home residence
locate lie situate location find
found establish start founded
insure cover underwrite
carry transport ship haul bear convey
command captain skipper charge
keep tend care look mind
light lit illuminate guide
contain include hold
parent mother father
child son daughter offspring
sibling brother sister
birth bear born
death die dead
length long
height high tall
depth deep
width wide broad
weight heavy weigh
speed fast
age old
price cost
paint painter draw
`;

const table = new Map<string, string[]>();
for (const line of GROUPS.trim().split('\n')) {
  const stems = [...new Set(line.trim().split(' ').map(stemOf))];
  for (const stem of stems) {
    const others = stems.filter((other) => other !== stem);
    table.set(stem, [...(table.get(stem) ?? []), ...others]);
  }
}

/** Stem → stems of words that may be meant. */
export const SYNONYMS: ReadonlyMap<string, readonly string[]> = table;
