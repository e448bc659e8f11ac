import { z } from 'zod';
import { type TryProblem, type TryResult, tryClaims } from '../../scopes/try-claims';
import type { SimulatedRefusal } from '../../simulate/explain-refused';
import { maximumAddress, type SimulatedSignIn, simulate } from '../../simulate/simulate';
import { ApiProblem } from '../api-problem';
import { defineOperation, type Operation } from '../operation';
import { name } from '../schemas';

const claims = z.record(z.string(), z.unknown()).nullable();
const userName = z.string().min(1).max(255).nullable().default(null);

const refusedSchema = name(
  'SimulatedRefusal',
  z.strictObject({
    outcome: z.literal('refused'),
    error: z.string(),
    description: z.string(),
    rule: z.string(),
    fix: z.string().nullable(),
    setting: z.string().nullable(),
    received: z.string().nullable(),
    registered: z.array(z.string()),
    redirect_uri: z.string().nullable().meta({ description: 'Where the error goes; null for our own page.' }),
  }),
);

const acceptedSchema = name(
  'SimulatedSignIn',
  z.strictObject({
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
      .strictObject({ known: z.boolean(), enabled: z.boolean(), may_enter: z.boolean() })
      .nullable()
      .meta({ description: 'Null when nobody was asked for.' }),
    next: z.enum(['login', 'factor', 'enrol', 'consent', 'complete', 'refuse']).nullable().meta({
      description: 'What is left to do once they are signed in; null without a user who may sign in.',
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
      .strictObject({ id_token: claims, access_token: claims, userinfo: claims, has_refresh_token: z.boolean() })
      .nullable(),
  }),
);

const triedSchema = name(
  'TriedScopes',
  z.strictObject({
    granted: z.array(z.string()),
    dropped: z.array(z.string()),
    access_token: claims,
    id_token: claims,
    userinfo: claims,
  }),
);

/** Previews. They use the same functions as real requests, but nothing is written or issued. */
export const previewOperations: readonly Operation[] = [
  defineOperation({
    id: 'simulate',
    method: 'POST',
    path: '/simulate',
    tag: 'previews',
    summary: 'See what an authorization request would lead to, without sending it',
    permission: 'read',
    query: null,
    body: z.strictObject({
      address: z.string().min(1).max(maximumAddress).meta({
        description: 'The address of the authorization request, or its query alone.',
      }),
      user: userName.meta({ description: 'A username or an email address.' }),
    }),
    success: {
      status: 200,
      description: 'The decision.',
      schema: z.discriminatedUnion('outcome', [acceptedSchema, refusedSchema]),
    },
    run: async (admin, { body: { address, user } }) => {
      const simulation = await simulate(address, user, admin);
      return { body: simulation.outcome === 'refused' ? tellRefusal(simulation) : tellSignIn(simulation) };
    },
  }),
  defineOperation({
    id: 'tryScopes',
    method: 'POST',
    path: '/scopes/try',
    tag: 'scopes',
    summary: 'See the claims of the tokens that a client would get',
    permission: 'read',
    query: null,
    body: z.strictObject({
      client_id: z.string().min(1).max(200),
      user: userName.meta({ description: 'Null for a client that acts for itself.' }),
      scope: z.string().max(2000).nullable().default(null).meta({
        description: 'Names with spaces between them; null for all that the client may ask for.',
      }),
    }),
    success: { status: 200, description: 'The claims.', schema: triedSchema },
    run: async (admin, { body: { client_id: client, user, scope } }) => {
      const answer = await tryClaims(admin, { client, user, scope });
      if (answer === null) throw new Error('a client was asked for');
      if ('problem' in answer) throw problemOf(answer.problem);
      return { body: tellTried(answer.result) };
    },
  }),
];

function tellRefusal(refusal: SimulatedRefusal): z.output<typeof refusedSchema> {
  const { outcome, error, description, rule, fix, setting, comparison, goesTo } = refusal;
  return {
    outcome,
    error,
    description,
    rule,
    fix,
    setting: setting?.name ?? null,
    received: comparison?.received ?? null,
    registered: (comparison?.registered ?? []).map(({ value }) => value),
    redirect_uri: goesTo,
  };
}

function tellSignIn(simulated: SimulatedSignIn): z.output<typeof acceptedSchema> {
  const { outcome, client, redirectUri, responseType, tenant, signIn, next, silent, scope, dropped, tokens } =
    simulated;
  return {
    outcome,
    client_id: client.id,
    redirect_uri: redirectUri,
    response_type: responseType,
    tenant,
    sign_in: { go: signIn.go, provider: signIn.go === 'provider' ? signIn.provider : null },
    user: tellPerson(simulated.person),
    next: next?.step ?? null,
    silent: silent && { signed_out: silent.signedOut, signed_in: silent.signedIn },
    scope: [...scope],
    dropped: [...dropped],
    tokens: tokens && {
      id_token: tokens.idToken,
      access_token: tokens.accessToken,
      userinfo: tokens.userinfo,
      has_refresh_token: tokens.hasRefreshToken,
    },
  };
}

function tellPerson(person: SimulatedSignIn['person']): z.output<typeof acceptedSchema>['user'] {
  if (person === null) return null;
  if (person === 'unknown') return { known: false, enabled: false, may_enter: false };
  return { known: true, enabled: person.enabled, may_enter: person.mayEnter };
}

function tellTried({ granted, dropped, accessToken, idToken, userinfo }: TryResult): z.output<typeof triedSchema> {
  return { granted: [...granted], dropped: [...dropped], access_token: accessToken, id_token: idToken, userinfo };
}

const tryProblems = {
  unknown_client: ['/client_id', 'there is no client of this id'],
  unknown_user: ['/user', 'there is no user of this name'],
  no_user: ['/user', 'without a user, the client gets none of these scopes'],
  no_scope: ['/scope', 'the client gets none of these scopes'],
} as const satisfies Record<TryProblem, readonly [pointer: string, detail: string]>;

function problemOf(code: TryProblem): ApiProblem {
  const [pointer, detail] = tryProblems[code];
  return new ApiProblem('invalid', 'The body cannot be used as it is', [{ pointer, code, detail }]);
}
