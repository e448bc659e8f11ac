import { z } from 'zod';
import { ApiProblem } from '../api/api-problem';
import { encode } from '../api/encode';
import { defineOperation, type Operation } from '../api/operation';
import { object } from '../api/schemas';
import type { SimulatedRefusal } from './explain-refused';
import { type PreviewedTokens, previewTokens, type TokenProblem } from './preview-tokens';
import { findMemberOf } from './read';
import { maximumAddress, maximumMemberOf, type SimulatedNoAccess, type SimulatedSignIn, simulate } from './simulate';
import { answerTold, toldSchema as told } from './tell-claims';

const claims = z.record(z.string(), z.unknown()).nullable();
const userName = z.string().min(1).max(255).nullable().default(null);

const refusedSchema = object('SimulatedRefusal', {
  outcome: z.literal('refused'),
  error: z.string(),
  description: z.string(),
  rule: z.string(),
  fix: z.string().nullable(),
  setting: z.string().nullable(),
  received: z.string().nullable(),
  registered: z.array(z.string()),
  redirect_uri: z
    .string()
    .nullable()
    .meta({ description: 'Where the error goes. Null if the user sees it on a page of this server.' }),
});

const acceptedSchema = object('SimulatedSignIn', {
  outcome: z.literal('accepted'),
  client_id: z.string(),
  redirect_uri: z.string(),
  response_type: z.string(),
  tenant: z.string().nullable(),
  sign_in: z.strictObject({
    go: z.enum(['provider', 'login', 'realm', 'nowhere']),
    provider: z.string().nullable(),
  }),
  user: z
    .strictObject({ known: z.boolean(), enabled: z.boolean(), may_enter: z.boolean(), sets_password: z.boolean() })
    .nullable()
    .meta({ description: 'Null if the request names no user.' }),
  next: z.enum(['login', 'factor', 'enrol', 'access', 'consent', 'complete', 'refuse']).nullable().meta({
    description: 'The next step after sign-in. Null without a user who can sign in.',
  }),
  silent: z
    .strictObject({ signed_out: z.string(), signed_in: z.string().nullable() })
    .nullable()
    .meta({ description: 'The errors of prompt=none.' }),
  scope: z.array(z.string()),
  dropped: z.array(
    z.strictObject({ name: z.string(), why: z.enum(['offline_without_code', 'not_open', 'other_resource']) }),
  ),
  tokens: z
    .strictObject({ id_token: claims, access_token: claims, userinfo: claims, has_refresh_token: z.boolean(), told })
    .nullable(),
});

const noAccessSchema = object('SimulatedNoAccess', {
  outcome: z.literal('no_access'),
  client_id: z.string(),
  sub: z.string(),
  opens: z.array(z.union([z.strictObject({ group: z.string() }), z.strictObject({ role: z.string() })])).meta({
    description: 'What would give the user access: membership of a group, or a role of the client.',
  }),
  silent: z.string().nullable().meta({ description: 'The error of prompt=none.' }),
});

const tokensSchema = object('PreviewedTokens', {
  outcome: z.literal('tokens'),
  granted: z.array(z.string()),
  dropped: z.array(z.string()),
  access_token: claims,
  id_token: claims,
  userinfo: claims,
  told,
});

/** Previews. They use the same functions as real requests, but nothing is written or issued. */
export const previewOperations: readonly Operation[] = [
  defineOperation({
    id: 'simulate',
    endpoint: 'POST /simulate',
    tag: 'previews',
    summary: 'Simulate an authorization request, or preview the tokens of a client',
    permission: 'read',
    body: z.strictObject({
      address: z.string().min(1).max(maximumAddress).nullable().default(null).meta({
        description: 'The authorization URL, or only its parameters.',
      }),
      client_id: z.string().min(1).max(200).nullable().default(null).meta({
        description: 'Instead of `address`: the client whose tokens to preview.',
      }),
      user: userName.meta({ description: 'A username or an email address. Null for tokens without a user.' }),
      scope: z.string().max(2000).nullable().default(null).meta({
        description: 'With `client_id`: scopes separated by spaces. Null for all that the client can request.',
      }),
      member_of: z.array(z.string().min(1).max(400)).max(maximumMemberOf).default([]).meta({
        description: 'Names of groups: as if the user were a member of them.',
      }),
    }),
    success: {
      status: 200,
      description: 'The result of the request, or the claims of the tokens.',
      schema: z.discriminatedUnion('outcome', [acceptedSchema, refusedSchema, noAccessSchema, tokensSchema]),
    },
    run: async (admin, { body: { address, client_id: client, user, scope, member_of: names } }) => {
      if ((address === null) === (client === null))
        throw invalid('/address', 'required', 'expected address or client_id');
      const members = findMemberOf(names, admin);
      if ('problem' in members) throw invalid('/member_of', members.problem, 'expected names of groups that exist');
      const memberOf = members.ids;
      if (client !== null) {
        const previewed = await previewTokens(admin, { client, user, scope, memberOf });
        if (previewed.outcome === 'problem') throw tokenProblems[previewed.problem]();
        return { body: previewed.outcome === 'no_access' ? answerNoAccess(previewed) : answerTokens(previewed) };
      }
      const simulation = await simulate(address ?? '', user, admin, { memberOf });
      if (simulation.outcome === 'no_access') return { body: answerNoAccess(simulation) };
      return { body: simulation.outcome === 'refused' ? answerRefusal(simulation) : answerSignIn(simulation) };
    },
  }),
];

function answerNoAccess({ outcome, client, person, opens, silent }: SimulatedNoAccess) {
  return encode(noAccessSchema, { outcome, clientId: client.id, sub: person.sub, opens, silent });
}

function answerRefusal({ setting, comparison, goesTo, opens: _, ...refusal }: SimulatedRefusal) {
  return encode(refusedSchema, {
    ...refusal,
    setting: setting?.name ?? null,
    received: comparison?.received ?? null,
    registered: (comparison?.registered ?? []).map(({ value }) => value),
    redirectUri: goesTo,
  });
}

function answerSignIn({ client, signIn, person, setsPassword, next, tokens, ...simulated }: SimulatedSignIn) {
  return encode(acceptedSchema, {
    ...simulated,
    tokens: tokens && { ...tokens, told: answerTold(tokens.told) },
    clientId: client.id,
    signIn: { go: signIn.go, provider: signIn.go === 'provider' ? signIn.provider : null },
    user: person && { ...knownOf(person), setsPassword },
    next: next?.step ?? null,
  });
}

function knownOf(person: Exclude<SimulatedSignIn['person'], null>) {
  if (person === 'unknown') return { known: false, enabled: false, mayEnter: false };
  return { known: true, enabled: person.enabled, mayEnter: person.mayEnter };
}

function answerTokens({ tokens, ...previewed }: PreviewedTokens) {
  return encode(tokensSchema, { ...previewed, ...tokens, told: answerTold(tokens.told) });
}

const tokenProblems = {
  unknown_client: () => invalid('/client_id', 'unknown_client', 'no client has this ID'),
  unknown_user: () => invalid('/user', 'unknown_user', 'no user has this name'),
  no_user: () => invalid('/user', 'no_user', 'the client gets none of these scopes without a user'),
  no_scope: () => invalid('/scope', 'no_scope', 'the client gets none of these scopes'),
} as const satisfies Record<TokenProblem, () => ApiProblem>;

function invalid(pointer: string, code: string, detail: string): ApiProblem {
  return new ApiProblem('invalid', 'The body is not valid', [{ pointer, code, detail }]);
}
