type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

/** An object with its own keys in camelCase. The values stay unchanged. */
export type CamelKeys<T> = { [Key in keyof T as CamelCase<Key> & PropertyKey]: T[Key] };

/** Converts the snake_case keys of wire formats to ours, one level deep. */
export function camelKeys<T extends object>(value: T): CamelKeys<T> {
  const entries = Object.entries(value).map(([key, item]) => [camelCase(key), item]);
  // The compiler cannot follow the renaming. The type says exactly what the line above does.
  return Object.fromEntries(entries) as CamelKeys<T>;
}

/** `client_uri` → `clientUri` */
export function camelCase(key: string): string {
  const known = converted.get(key);
  if (known !== undefined) return known;
  const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (converted.size < maximumKept) converted.set(key, name);
  return name;
}

/** The keys of the schemas, which are converted for each entry that is read or compared. */
const converted = new Map<string, string>();
const maximumKept = 2_000;
