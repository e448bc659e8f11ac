/** What a guide is filled in with. */
export type GuideFacts = {
  readonly issuer: string;
  readonly clientId: string;
  /** The application's first redirect URI; empty when it has none. */
  readonly redirectUri: string;
  /** Names with spaces between them. */
  readonly scope: string;
};

/** How an application of one kind is connected: files to copy. No file holds a secret: it comes from the environment. */
export type Guide = {
  readonly id: string;
  readonly title: string;
  /** The path of the redirect URI that the library has; null when the application chooses it. */
  readonly callbackPath: string | null;
  readonly install: string | null;
  readonly files: readonly { readonly name: string; readonly code: string }[];
  /** What people see most often when it does not work, and what to do then. */
  readonly trouble: { readonly sign: string; readonly remedy: string };
  /** What was run against a server, with its version. */
  readonly proof: string;
};

/** What the guides for an API are filled in with. */
export type ApiFacts = {
  readonly issuer: string;
  /** The name of the resource scope, which is the audience of its tokens. */
  readonly scope: string;
};
