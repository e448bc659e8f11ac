/** A page of the reference: the operations of the admin API on one kind of resource. */
export type ReferencePage = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly operations: readonly ReferenceOperation[];
  /** The schemas of requests and responses, by name. */
  readonly schemas: readonly ReferenceSchema[];
};

export type ReferenceOperation = {
  readonly id: string;
  readonly method: string;
  /** Including the root of the API. */
  readonly path: string;
  readonly summary: string;
  readonly description: string | null;
  /** The required scope of a token. Null if none is needed. */
  readonly scope: string | null;
  readonly parameters: readonly ReferenceParameter[];
  readonly body: ReferenceType | null;
  readonly answers: readonly ReferenceAnswer[];
  /** A command that sends the request. */
  readonly example: string;
};

type ReferenceParameter = {
  readonly name: string;
  readonly place: string;
  readonly isRequired: boolean;
  readonly type: string;
  readonly description: string | null;
};

/** `schema` is the name of a schema on the page. */
export type ReferenceType = { readonly text: string; readonly schema: string | null };

export type ReferenceAnswer = {
  readonly status: string;
  readonly description: string;
  readonly type: ReferenceType | null;
};

type ReferenceSchema = { readonly name: string; readonly fields: readonly ReferenceField[] };

export type ReferenceField = {
  /** With dots for nested fields. */
  readonly name: string;
  readonly type: ReferenceType;
  readonly isRequired: boolean;
  /** As JSON. */
  readonly defaultValue: string | null;
  readonly description: string | null;
};
