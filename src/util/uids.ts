/** Compares uids by number: `0x9` comes before `0x10`. */
export const compareUids = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

export const isUid = (text: string): boolean => /^0x[0-9a-f]+$/.test(text);
