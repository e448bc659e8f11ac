/** A page of the reference: what the admin API does with one kind of resource. */
export type ReferencePage = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly ReferenceOperation[];
  /** What its operations take and answer, by name. */
  readonly schemas: readonly ReferenceSchema[];
};

export type ReferenceOperation = {
  readonly id: string;
  readonly method: string;
  /** With the root of the API. */
  readonly path: string;
  readonly summary: string;
  readonly description: string | null;
  /** The scope of a token that may; null: anybody may. */
  readonly scope: string | null;
  readonly parameters: readonly ReferenceParameter[];
  readonly body: ReferenceType | null;
  readonly answers: readonly ReferenceAnswer[];
  /** A command that sends it. */
  readonly example: string;
};

type ReferenceParameter = {
  readonly name: string;
  readonly place: string;
  readonly isRequired: boolean;
  readonly type: string;
  readonly description: string | null;
};

/** `schema` is the name of one on the page. */
export type ReferenceType = { readonly text: string; readonly schema: string | null };

export type ReferenceAnswer = {
  readonly status: string;
  readonly description: string;
  readonly type: ReferenceType | null;
};

type ReferenceSchema = { readonly name: string; readonly fields: readonly ReferenceField[] };

export type ReferenceField = {
  /** With dots for fields of fields. */
  readonly name: string;
  readonly type: ReferenceType;
  readonly isRequired: boolean;
  /** As JSON. */
  readonly defaultValue: string | null;
  readonly description: string | null;
};
