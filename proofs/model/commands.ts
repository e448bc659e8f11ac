import fc from 'fast-check';
import {
  codeRequest,
  createHttpBrowser,
  formFields,
  type HttpBrowser,
  locationOf,
  signInByForm,
} from '#lib/testing/http-browser';
import { postToken, refreshBody, userinfoStatus } from '../../e2e/processes/configuration';
import type { Cluster } from './cluster';
import type { ClientName, Model } from './model';
import * as reference from './model';

/** The codes, tokens and cookies of the clients and browsers of one run. */
export type Real = {
  readonly cluster: Cluster;
  readonly people: readonly { readonly sub: string; readonly username: string; readonly password: string }[];
  readonly browsers: HttpBrowser[];
  /** For each grant, the body that redeems its code. */
  readonly redemptions: string[];
  /** For each grant, its refresh tokens, oldest first. */
  readonly refreshTokens: string[][];
  readonly accessTokens: string[];
};

/** The number of runs of each command, for the table. */
export const ran = new Map<string, number>();

type Command = fc.AsyncCommand<Model, Real>;

type Definition = {
  /** The promise that it shows, for the table. */
  readonly promise: string;
  /** The text for a counterexample. */
  readonly text: string;
  /** Whether the command is possible in this state. */
  readonly check?: (model: Readonly<Model>) => boolean;
  readonly run: (model: Model, real: Real) => Promise<void>;
};

function command({ promise, text, check = () => true, run }: Definition): Command {
  return {
    check,
    run: async (model, real) => {
      ran.set(promise, (ran.get(promise) ?? 0) + 1);
      try {
        await run(model, real);
      } catch (error) {
        // The report reads the broken promise from the cause.
        throw new Error(error instanceof Error ? error.message : String(error), { cause: promise });
      }
    },
    toString: () => text,
  };
}

const redirectUri = 'https://rp.test/cb';

let addresses = 0;
/** A new address for each sign-in, because sign-ins of a disabled person count as failures. */
function nextAddress(): string {
  addresses += 1;
  return `10.${Math.floor(addresses / 65_536) % 256}.${Math.floor(addresses / 256) % 256}.${addresses % 256}`;
}
const node = fc.nat(1);
const browser = fc.nat(1);
const person = fc.nat(1);
/** An index, modulo the length of the list when the command runs. */
const any = fc.nat(1000);
const hasGrants = ({ grants }: Readonly<Model>) => grants.length > 0;
const hasTokens = ({ tokens }: Readonly<Model>) => tokens.length > 0;

function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: ${String(actual)}, and the model says ${String(expected)}`);
}

const signIn = fc.record({ browser, person }).map(({ browser, person }) =>
  command({
    promise: 'A person signs in unless they are disabled',
    text: `sign in as person ${person} in browser ${browser}`,
    run: async (model, real) => {
      const { issuer } = real.cluster;
      const fresh = createHttpBrowser(issuer, { headers: { 'x-forwarded-for': nextAddress() } });
      const request = { client_id: 'app', redirect_uri: redirectUri, scope: 'openid' };
      const { username = '', password = '' } = real.people[person] ?? {};
      const to = await signInByForm(fresh, codeRequest(issuer, request).url, { username, password });
      const isSignedIn = reference.signIn(model, browser, person);
      expectSame('signed in', to.startsWith(redirectUri), isSignedIn);
      if (isSignedIn) real.browsers[browser] = fresh;
    },
  }),
);

const authorize = fc
  .record({ browser, client: fc.constantFrom<ClientName>('app', 'patient'), isOffline: fc.boolean(), node })
  .map(({ browser, client, isOffline, node }) =>
    command({
      promise: 'A browser gets a code while its session lives',
      text: `authorize ${client}${isOffline ? ' with offline access' : ''} in browser ${browser} at ${node}`,
      run: async (model, real) => {
        const { issuer, origins } = real.cluster;
        const scope = isOffline ? 'openid offline_access' : 'openid';
        const { url, verifier } = codeRequest(issuer, { client_id: client, redirect_uri: redirectUri, scope });
        const asked = real.browsers[browser] ?? createHttpBrowser(issuer);
        const to = locationOf(await asked.get(url.replace(issuer, origins[node] ?? issuer)));
        const code = to.startsWith(redirectUri) ? new URL(to).searchParams.get('code') : null;
        expectSame('got a code', code !== null, reference.authorize(model, browser, client, isOffline));
        if (code === null) return;
        const fields = { grant_type: 'authorization_code', client_id: client, redirect_uri: redirectUri, code };
        real.redemptions.push(new URLSearchParams({ ...fields, code_verifier: verifier }).toString());
        real.refreshTokens.push([]);
      },
    }),
  );

const redeem = fc.record({ any, node }).map(({ any, node }) =>
  command({
    promise: 'A code is redeemed once, and a second time revokes its tokens',
    text: `redeem code ${any} at ${node}`,
    check: hasGrants,
    run: async (model, real) => {
      const index = any % model.grants.length;
      const { status, body } = await postToken(originOf(real, node), real.redemptions[index] ?? '');
      expectSame('redeemed', status === 200, reference.redeem(model, index));
      if (status !== 200) return expectSame('the error', body.error, 'invalid_grant');
      const { isOffline } = reference.grantAt(model, index);
      expectSame('has a refresh token', body.refresh_token !== undefined, isOffline);
      if (isOffline) real.refreshTokens[index]?.push(String(body.refresh_token));
      real.accessTokens.push(String(body.access_token));
    },
  }),
);

const refresh = fc.record({ any, back: fc.integer({ min: 0, max: 3 }), node }).map(({ any, back, node }) =>
  command({
    promise: 'A refresh token works once, again in its window, and ends the grant afterwards',
    text: `refresh grant ${any} with the ${back === 0 ? 'newest token' : `token ${back} before the newest`} at ${node}`,
    check: ({ grants }) => grants.some(({ generations }) => generations > 0),
    run: async (model, real) => {
      const { index, generation, token } = pickRefreshToken(model, real, any, back);
      const { client } = reference.grantAt(model, index);
      const { status, body } = await postToken(originOf(real, node), refreshBody(token, client));
      const expected = reference.refresh(model, index, generation);
      const tokens = real.refreshTokens[index] ?? [];
      if (status !== 200) {
        expectSame('the error', body.error, 'invalid_grant');
        return expectSame('refreshed', 'nothing', expected);
      }
      const isKnown = tokens.at(-1) === body.refresh_token;
      expectSame('refreshed', isKnown ? 'the same successor' : 'successor', expected);
      if (!isKnown) tokens.push(String(body.refresh_token));
      real.accessTokens.push(String(body.access_token));
    },
  }),
);

const revoke = fc.record({ any, back: fc.integer({ min: 0, max: 3 }), node }).map(({ any, back, node }) =>
  command({
    promise: 'A revoked refresh token ends its grant',
    text: `revoke grant ${any} by token ${back} before the newest at ${node}`,
    check: ({ grants }) => grants.some(({ generations }) => generations > 0),
    run: async (model, real) => {
      const { index, token } = pickRefreshToken(model, real, any, back);
      const { client } = reference.grantAt(model, index);
      await revokeToken(originOf(real, node), client, token);
      reference.endGrant(model, index);
    },
  }),
);

const revokeAccess = fc.record({ any, node }).map(({ any, node }) =>
  command({
    promise: 'Revoking an access token ends nothing else',
    text: `revoke access token ${any} at ${node}`,
    check: hasTokens,
    run: async (model, real) => {
      const index = any % model.tokens.length;
      const token = model.tokens[index];
      if (token === undefined) return;
      const { client } = reference.grantAt(model, token.grant);
      await revokeToken(originOf(real, node), client, real.accessTokens[index] ?? '');
      token.isRevoked = true;
    },
  }),
);

const useAccess = fc.record({ any, node }).map(({ any, node }) =>
  command({
    promise: 'An access token is accepted as long as its grant, its session, its key and itself live',
    text: `use access token ${any} at ${node}`,
    check: hasTokens,
    run: async (model, real) => {
      const index = any % model.tokens.length;
      const status = await userinfoStatus(originOf(real, node), real.accessTokens[index]);
      expectSame('accepted', answered(status), reference.isAccepted(model, index));
    },
  }),
);

const signOut = fc.record({ browser, node }).map(({ browser, node }) =>
  command({
    promise: 'A sign-out ends the session, its codes, and grants without offline access',
    text: `sign out in browser ${browser} at ${node}`,
    check: ({ browsers }) => browsers[browser] !== null,
    run: async (model, real) => {
      const { issuer } = real.cluster;
      const own = real.browsers[browser] ?? createHttpBrowser(issuer);
      const page = await (await own.get('/logout')).text();
      await own.post(`${originOf(real, node)}/logout/submit`, [...formFields(page), ['decision', 'sign_out']]);
      reference.signOut(model, browser);
    },
  }),
);

const disable = fc.record({ person, node }).map(({ person, node }) =>
  command({
    promise: 'Disabling a person ends all their sessions, codes and tokens',
    text: `disable person ${person} at ${node}`,
    check: ({ people }) => people[person]?.isEnabled === true,
    run: async (model, real) => {
      await real.cluster.administer(node, 'POST', `/users/${real.people[person]?.sub}/disable`);
      reference.endEverything(model, person);
      setEnabled(model, person, false);
    },
  }),
);

const enable = fc.record({ person, node }).map(({ person, node }) =>
  command({
    promise: 'Enabling a person restores nothing',
    text: `enable person ${person} at ${node}`,
    check: ({ people }) => people[person]?.isEnabled === false,
    run: async (model, real) => {
      await real.cluster.administer(node, 'POST', `/users/${real.people[person]?.sub}/enable`);
      setEnabled(model, person, true);
    },
  }),
);

const signOutEverywhere = fc.record({ person, node }).map(({ person, node }) =>
  command({
    promise: 'Signing a person out everywhere ends all their sessions, codes and tokens',
    text: `sign person ${person} out everywhere at ${node}`,
    run: async (model, real) => {
      await real.cluster.administer(node, 'POST', `/users/${real.people[person]?.sub}/sign-out`);
      reference.endEverything(model, person);
    },
  }),
);

const announceKeys = node.map((node) =>
  command({
    promise: 'Announcing new keys ends nothing',
    text: `rotate the keys at ${node}`,
    run: async (_, real) => void (await real.cluster.administer(node, 'POST', '/keys/rotate')),
  }),
);

const replaceKeys = node.map((node) =>
  command({
    promise: 'Revoking the signing key ends the tokens that it signed, but no grant',
    text: `revoke the key that signs at ${node}`,
    run: async (model, real) => {
      for (const kid of await activeKeys(real)) {
        await real.cluster.administer(node, 'POST', `/keys/${kid}/revoke`);
        // Every process notices it within a second (security #176).
        for (const origin of real.cluster.origins) while ((await publishedKeys(origin)).includes(kid)) await pause();
      }
      model.keys += 1;
    },
  }),
);

const crash = node.map((node) =>
  command({
    promise: 'A process that is killed changes nothing',
    text: `kill process ${node} and start it again`,
    check: ({ crashes }) => crashes === 0,
    run: async (model, real) => {
      await real.cluster.crash(node);
      model.crashes += 1;
    },
  }),
);

/** Sequences of commands. Those that create something are more frequent. */
export const commands = fc.commands(
  [
    fc.oneof(
      { weight: 10, arbitrary: signIn },
      { weight: 16, arbitrary: authorize },
      { weight: 18, arbitrary: redeem },
      { weight: 22, arbitrary: refresh },
      { weight: 14, arbitrary: useAccess },
      { weight: 5, arbitrary: revoke },
      { weight: 4, arbitrary: revokeAccess },
      { weight: 5, arbitrary: signOut },
      { weight: 3, arbitrary: disable },
      { weight: 4, arbitrary: enable },
      { weight: 2, arbitrary: signOutEverywhere },
      { weight: 2, arbitrary: announceKeys },
      { weight: 2, arbitrary: replaceKeys },
      { weight: 1, arbitrary: crash },
    ),
  ],
  { maxCommands: 60, size: 'max', disableReplayLog: true },
);

/** Checks every access token at both processes. @throws at the first difference */
export async function compareTokens(model: Model, real: Real): Promise<void> {
  for (const [index, token] of real.accessTokens.entries()) {
    for (const origin of real.cluster.origins) {
      const status = await userinfoStatus(origin, token);
      expectSame(`in the end access token ${index} is accepted`, answered(status), reference.isAccepted(model, index));
    }
  }
}

/** Whether a token was accepted. @throws for any other answer, for example during an outage */
function answered(status: number): boolean {
  if (status !== 200 && status !== 401) throw new Error(`an access token was answered by ${status}`);
  return status === 200;
}

function originOf({ cluster }: Real, node: number): string {
  return cluster.origins[node] ?? cluster.issuer;
}

function setEnabled(model: Model, person: number, isEnabled: boolean): void {
  const found = model.people[person];
  if (found !== undefined) found.isEnabled = isEnabled;
}

function pickRefreshToken(model: Readonly<Model>, real: Real, any: number, back: number) {
  const having = model.grants.flatMap(({ generations }, index) => (generations > 0 ? [{ index, generations }] : []));
  const { index, generations } = having[any % having.length] ?? { index: 0, generations: 0 };
  const generation = Math.max(0, generations - 1 - back);
  return { index, generation, token: real.refreshTokens[index]?.[generation] ?? '' };
}

async function revokeToken(origin: string, client: ClientName, token: string): Promise<void> {
  const body = new URLSearchParams({ client_id: client, token });
  const { status } = await fetch(`${origin}/connect/revocation`, { method: 'POST', body });
  expectSame('the status of a revocation', status, 200);
}

async function publishedKeys(origin: string): Promise<string[]> {
  const { keys } = await (await fetch(`${origin}/.well-known/openid-configuration/jwks`)).json();
  return keys.map(({ kid }: { kid: string }) => kid);
}

/** The keys that sign now, according to the database. */
async function activeKeys({ cluster }: Real): Promise<string[]> {
  const now = new Date();
  const rows = await cluster.database.db.signingKey.findMany({
    where: { activatesAt: { lte: now }, OR: [{ retiresAt: null }, { retiresAt: { gt: now } }] },
    select: { kid: true },
  });
  return rows.map(({ kid }) => kid);
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));
