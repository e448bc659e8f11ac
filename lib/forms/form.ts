import { z } from 'zod';
import type { Context } from '#lib/context';
import { hasFormBody } from '#lib/http/form';
import { problemHtml } from '#lib/http/html';
import { defaultLimits } from '#lib/http/limits';
import { seeOther, withCookies } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { areaOf } from '#lib/protocol/observe-request';
import type { Route } from '#lib/protocol/route';
import { isSameOrigin } from '#lib/sessions/csrf';
import { expectation } from '#lib/vocabulary/expectation';
import { type Fields, type Posted, rawValues, readPosted, takesFile } from './read-posted';

/** How a form answers. */
type Answer<State extends object> =
  /** Redirects to an address of ours: path and query. */
  | { readonly goTo: string; readonly cookies?: readonly string[] }
  /** Shows the page of the form again. */
  | { readonly again: State; readonly cookies?: readonly string[] }
  | { readonly response: HttpResponse };

/** A form that its page is shown with again: which one it is, and what was typed. */
export type Shown = {
  /** The path that the form is sent to. */
  readonly address: string;
  /** By field, without secrets. */
  readonly values: Readonly<Record<string, readonly string[]>>;
};

/** A posted form, and what its page would be shown with again. */
type Sent = { readonly posted: Posted; readonly shown: Shown };

/** Who sends a form, or the answer to those who may not. */
type Admitted<Person, State extends object> = { readonly person: Person } | { readonly answer: Answer<State> };

/** The people who send a form. Each kind has its own rules for who they are, and for how recently they proved it. */
export type Who<Person, Rule, State extends object> = {
  /** Fields of every form of theirs that are shown again. */
  readonly own: readonly string[];
  /** Finds the person and checks the form's token. */
  readonly admit: (sent: Sent, context: Context) => Promise<Admitted<Person, State>>;
  /** Makes sure that the person proved recently enough who they are. */
  readonly prove: (person: Person, rule: Rule, sent: Sent, context: Context) => Promise<Admitted<Person, State>>;
  /** What the form says of values that break the rules of their fields. */
  readonly tellProblems: (issues: readonly z.core.$ZodIssue[]) => State;
  /** What the form says of an error. Null for one that is no answer to it. */
  readonly tellError: (error: unknown) => State | null;
};

/** The checked values of fields. */
export type Values<Declared extends Fields> = z.output<z.ZodObject<Declared>>;

type Form<Person, Rule, State extends object, Declared extends Fields> = {
  readonly who: Who<Person, Rule, State>;
  readonly proof: Rule;
  readonly fields: Declared;
  /** In bytes, if it is not that of other forms. */
  readonly maxBodyBytes?: number;
  readonly handle: (
    person: Person,
    fields: Values<Declared>,
    posted: Posted,
    context: Context,
  ) => Promise<Answer<State>>;
};

/**
 * The row of the route table for a form: a POST to the path of its page and `/submit`. In this order it checks the
 * origin, the body, who sends it, the token, the proof and the fields (security #100, #155). It answers with a redirect,
 * or with its page, which then has what was typed: the query of the form's address is that of the page. Whoever opens
 * the address itself gets the page.
 */
export function form<Person extends object, Rule, State extends object, Declared extends Fields>(
  path: `/${string}/submit`,
  { who, proof, fields, maxBodyBytes = defaultLimits.pageBodyBytes, handle }: Form<Person, Rule, State, Declared>,
): Route {
  const schema = z.object(fields);
  const hasFile = takesFile(fields);

  async function answer(sent: Sent, context: Context): Promise<Answer<State>> {
    try {
      const admitted = await who.admit(sent, context);
      if ('answer' in admitted) return admitted.answer;
      const proven = await who.prove(admitted.person, proof, sent, context);
      if ('answer' in proven) return proven.answer;
      const parsed = schema.safeParse(rawValues(fields, sent.posted), { error: expectation });
      if (!parsed.success) return { again: who.tellProblems(parsed.error.issues) };
      return await handle(proven.person, parsed.data, sent.posted, context);
    } catch (error) {
      const again = who.tellError(error);
      if (again === null) throw error;
      return { again };
    }
  }

  return {
    path,
    name: areaOf(path),
    methods: ['GET', 'POST'],
    maxBodyBytes,
    audience: 'browser',
    mayShowPage: true,
    ...(hasFile && { takesFile: true }),
    handler: async (request, context) => {
      if (request.method === 'GET') return seeOther(`${context.settings.issuer}${pageOf(request)}`);
      if (!isSameOrigin(request.headers, context.settings.issuer)) return refuse(403, 'forbidden_origin', context);
      if (!(hasFile ? hasFileBody(request) : hasFormBody(request))) return refuse(415, 'invalid_request', context);
      const posted = await readPosted(request, fields);
      if (posted === null) return refuse(400, 'invalid_request', context);
      const shown = { address: request.path, values: typedValues(posted, [...Object.keys(fields), ...who.own]) };
      return respond(await answer({ posted, shown }, context), shown, request, context);
    },
  };
}

/** Fields that are never returned to a page: names like `client_secret`, but not `access_token_lifetime_seconds`. */
const secret = /(^|_)(password|secret|token|csrf)$/;

function typedValues({ has, list }: Posted, names: readonly string[]): Shown['values'] {
  const kept = names.filter((name) => has(name) && !secret.test(name));
  return Object.fromEntries(kept.map((name) => [name, list(name)]));
}

function respond<State extends object>(
  answer: Answer<State>,
  shown: Shown,
  request: HttpRequest,
  { settings }: Context,
): HttpResponse {
  if ('response' in answer) return answer.response;
  const { cookies = [] } = answer;
  if ('goTo' in answer) return withCookies(seeOther(`${settings.issuer}${answer.goTo}`), cookies);
  const page = { status: 200, headers: {}, body: '', report: { outcome: 'shown_again' } };
  return withCookies({ ...page, again: { address: pageOf(request), state: { ...shown, ...answer.again } } }, cookies);
}

/** The address of the page with the form. */
export function pageOf({ path, query }: Pick<HttpRequest, 'path' | 'query'>): string {
  const page = path.replace(/\/submit$/, '');
  return query === '' ? page : `${page}?${query}`;
}

function hasFileBody({ headers }: HttpRequest): boolean {
  return /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '');
}

function refuse(status: number, problem: 'forbidden_origin' | 'invalid_request', { requestId }: Context): HttpResponse {
  return problemHtml({ status, problem, reference: requestId, continueTo: null, details: [] });
}
