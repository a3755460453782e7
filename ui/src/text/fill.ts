/** Templates of texts. */
export type Values = Readonly<Record<string, string | number>>;

/** Replaces each `{name}`; one without a value stays. */
export const fill = (template: string, values: Values = {}): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
