import type { z } from 'zod';
import type { SecurityProfile } from './security-profile';
import type { Wire } from './wire-entry';

/** The kind of input for a value of the configuration. The name of a field is its key in the file. */
export type FieldKind =
  /** One line. Null if it is empty. */
  | 'line'
  /** A calendar day, such as 2027-01-31. Null if it is empty. */
  | 'day'
  /** One value for each line. */
  | 'lines'
  /** The name of a group on each line. */
  | 'group_names'
  /** One address for each line. */
  | 'uris'
  /** Yes or no. */
  | 'check'
  /** `on` or `off`. */
  | 'switch'
  /** A duration in human units. Null if it is empty. */
  | 'duration'
  /** A whole number. Null if it is empty. */
  | 'number'
  /** A name with its sign-in level on each line, such as `urn:example:sca 2`. */
  | 'levels'
  /** A row for each role, with its name, texts and groups. */
  | 'roles'
  /** A row for each API, with roles there. */
  | 'api_roles'
  /** A value with groups of ours on each line, such as `5f2c0d1e: finance, audit`. */
  | 'mapped_groups'
  /** Which groups are seen: a choice, with names in the field `<name>_lines` and a prefix in `<name>_prefix`. */
  | 'groups'
  /** One of a few choices. Null if none is chosen. */
  | 'choice'
  /** Several of many choices. */
  | 'many'
  /** Several of many names. In the file they are one text, separated by spaces. */
  | 'words'
  /** JSON. Null if it is empty. */
  | 'json'
  /** Texts of a page by language, in the fields `<name>.<language>.title` and `.subtitle`. Null without any. */
  | 'page_texts'
  /**
   * Rules for claims as JSON. The first one that tells the roles under another name is left out: that name is in the field
   * `<name>_roles`.
   */
  | 'claim_rules'
  /** All, only some, or all except some names. The names are in the field `<name>_names`. */
  | 'filter'
  /** Yes, no, or `auto`. */
  | 'auto_check'
  /** A duration in human units, or `auto`. An empty field is also `auto`. */
  | 'auto_duration'
  /** Addresses, or null if the server chooses. The lines are in the field `<name>_lines`. */
  | 'auto_uris';

/** Each key has one of the values, or with `set` any text. A list has a value if it contains it. */
type Condition = Readonly<Record<string, readonly (string | boolean)[] | 'set'>>;

/** The values that a profile allows for a setting. */
export type Allowed =
  /** The first one replaces a value that the profile does not allow. */
  | { readonly oneOf: readonly (string | boolean | null)[] }
  /** For a list. If the setting is null, it becomes the whole list. */
  | { readonly subsetOf: readonly string[] }
  | { readonly atMost: number }
  /** For a list of addresses: http is only for native apps, at the loopback addresses (RFC 8252 §7.3). */
  | { readonly http: 'native_loopback' };

/** A requirement of a security profile, as far as a setting of the client meets it. */
export type SettingLock = {
  /** The first profile with the requirement. Stricter ones have it too. */
  readonly from: Exclude<SecurityProfile, 'none'>;
  readonly allows: Allowed;
  /** Another setting that meets the requirement if it is on. This one is then free. */
  readonly unless?: string;
  /** The requirement as a sentence. */
  readonly requirement: string;
  /** The section of the profile. */
  readonly source: string;
};

/** Everything about a key of the configuration except its value. */
export type Facts = {
  /** Its field in the administration. Absent if no form has it. */
  readonly field?: {
    /** The section of the form. */
    readonly group: string;
    readonly input: FieldKind;
    /** Most entries never change it. It is collapsed. */
    readonly advanced?: true;
    /** The field before it, if that is not the one before it in the file. */
    readonly after?: string;
  };
  readonly text?: readonly [label: string, help: string];
  /** The choices of the field, with their labels. */
  readonly options?: Readonly<Record<string, string>>;
  /** It has an effect on entries for which one of these holds. Absent: on all. */
  readonly relevant?: readonly Condition[];
  /** A client may register it (RFC 7591 §2). `descriptive`: nothing that the client may do depends on it. */
  readonly registration?: 'effective' | 'descriptive';
  /** The values that a client may register only with an initial access token. */
  readonly vouched?: readonly string[];
  readonly lock?: SettingLock;
  /** The row in the table of docs/configuration.md. Type and default are those of the schema, unless it says more. */
  readonly type?: string;
  readonly preset?: string;
  readonly meaning?: string;
  /** Where it takes effect, with a link, for docs/protocol.md. */
  readonly shows?: string;
};

/** One key of the configuration: the schema of its value, and what forms, registration and profiles know of it. */
export type Setting = Facts & { readonly schema: z.ZodType };

/** The settings of a section, by their keys in the order of the file. */
export type SettingTable = Readonly<Record<string, Setting>>;

export function setting<Schema extends z.ZodType, const Known extends Facts>(
  schema: Schema,
  facts: Known,
): Known & { readonly schema: Schema } {
  return { ...facts, schema };
}

/** Settings with those of the groups of the file, as forms name them: a dot leads into a group. */
export function withGroups(settings: SettingTable, groups: Readonly<Record<string, SettingTable>>): SettingTable {
  const inner = Object.entries(groups).flatMap(([group, own]) =>
    Object.entries(own).map(([key, one]) => [`${group}.${key}`, one] as const),
  );
  return { ...settings, ...Object.fromEntries(inner) };
}

/** The schemas of a section, by key. */
export function schemasOf<All extends SettingTable>(settings: All): { [Key in keyof All]: All[Key]['schema'] } {
  const schemas = Object.entries(settings).map(([key, { schema }]) => [key, schema]);
  // The compiler cannot follow the keys. The type says exactly what the line above does.
  return Object.fromEntries(schemas) as { [Key in keyof All]: All[Key]['schema'] };
}

/** Whether a setting has an effect on an entry. */
export function isRelevant({ relevant }: Setting, entry: Wire): boolean {
  return relevant === undefined || relevant.some((condition) => holds(condition, entry));
}

function holds(condition: Condition, entry: Wire): boolean {
  return Object.entries(condition).every(([key, values]) => {
    const value = entry[key];
    if (values === 'set') return typeof value === 'string';
    return (Array.isArray(value) ? value : [value]).some((one) => values.includes(one));
  });
}
