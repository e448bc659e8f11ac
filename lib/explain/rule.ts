/** Why a request can be refused: what the client's developer reads, and how to put it right. */
export type Rule = {
  /** ASCII without quotes and backslashes (RFC 6749 §5.2). `{name}` stands for the parameter or scope it is about. */
  readonly description: string;
  /** For whoever looks after the client or this server: one or two sentences. */
  readonly fix: string;
  /** The setting it is about, by its name in the configuration file. */
  readonly setting?: string;
};
