/** Names of months and days in English, as texts write them. */

export const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** For patterns. */
export const MONTH = MONTHS.join('|');
export const WEEKDAY = 'Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday';
