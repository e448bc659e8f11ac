/** The parts of oidc-provider that the tests and the benchmark use. It has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Client = { clientId: string; grantTypeAllowed(type: string): boolean };

  type Context = {
    type: string;
    body: string;
    oidc: {
      client: Client;
      session: { accountId: string; grantIdFor(clientId: string): string | undefined };
      provider: Provider;
    };
  };

  class Grant {
    static find(id: string): Promise<Grant | undefined>;
    constructor(properties: { clientId: string; accountId: string });
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  type Account = { accountId: string; claims: () => Record<string, unknown> };

  type Configuration = {
    features: {
      resourceIndicators?: {
        defaultResource: (context: Context, client: Client) => string | undefined;
        getResourceServerInfo: (context: Context, resource: string, client: Client) => object;
        [option: string]: unknown;
      };
      rpInitiatedLogout?: object;
      [feature: string]: unknown;
    };
    interactions: { url: (context: Context, interaction: { uid: string }) => string };
    findAccount: (context: Context, accountId: string) => Account;
    loadExistingGrant: (context: Context) => Promise<Grant | undefined>;
    issueRefreshToken?: (context: Context, client: Client) => boolean;
    [option: string]: unknown;
  };

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Grant: typeof Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(
      request: IncomingMessage,
      response: ServerResponse,
    ): Promise<{ params: Record<string, string | undefined> }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
