/** Row of the table of settings. */

export interface Setting {
  /** Environment variable. */
  readonly name: string;
  readonly flag: string;
  readonly default: string;
  readonly meaning: string;
  /** Description of accepted values, for error messages. */
  readonly accepts: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** True if the value may contain a password: messages omit it, and NAME_FILE may name a file with it. */
  readonly secret?: true;
  /** True if the value may itself be the path of a file. */
  readonly takesPath?: true;
}

export const integer = (minimum: number, maximum: number): Setting['schema'] => ({ type: 'integer', minimum, maximum });
