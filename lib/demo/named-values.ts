export type NamedValue = { readonly name: string; readonly value: string };

/** The members of an object in readable form: text unchanged, anything else as JSON. */
export function namedValues(values: object): readonly NamedValue[] {
  return Object.entries(values).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));
}
