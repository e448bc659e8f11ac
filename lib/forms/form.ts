import { z } from 'zod';
import type { Context } from '#lib/context';
import { hasFormBody } from '#lib/http/form';
import { noPage, problemHtml } from '#lib/http/html';
import { defaultLimits } from '#lib/http/limits';
import { seeOther, withCookies } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { areaOf } from '#lib/protocol/observe-request';
import type { Route } from '#lib/protocol/route';
import { pageRuleName, pageRules } from '#lib/protocol/rules/page';
import { isSameOrigin } from '#lib/sessions/csrf';
import { wholeFrame } from '#lib/theme/brand';
import { expectation } from '#lib/vocabulary/expectation';
import { secretKeys } from '#lib/vocabulary/without-secrets';
import { type Fields, isOnce, type Posted, rawValues, readPosted, takesFile } from './read-posted';

/** How a form answers. */
export type Answer<State extends object> =
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
export type Sent = {
  readonly posted: Posted;
  readonly shown: Shown;
  /** The path of the page. */
  readonly page: string;
  /** Its address: path and query. */
  readonly address: string;
  /** Whether the form needs a proof. */
  readonly needsProof: boolean;
};

/** Who sends a form, or the answer to those who may not. */
type Admitted<Person, State extends object> = { readonly person: Person } | { readonly answer: Answer<State> };

/** The people who send a form. Each kind has its own rules for who they are. */
export type Who<Person, State extends object> = {
  /** Fields of every form of theirs that are shown again. */
  readonly own: readonly string[];
  /** Fields that no form of theirs is shown with again. */
  readonly hides?: (name: string) => boolean;
  /** Finds the person and checks the form's token. */
  readonly admit: (sent: Sent, context: Context) => Promise<Admitted<Person, State>>;
  /** The answer to values that break the rules of their fields. */
  readonly tellProblems: (issues: readonly z.core.$ZodIssue[], context: Context) => Answer<State>;
  /** The answer to an error. Null for one that is no answer to a form. */
  readonly tellError: (error: unknown, sent: Sent, context: Context) => Answer<State> | null;
};

/** Makes sure that a person proved recently enough who they are. What they proved goes to the form's function. */
export type Prove<Person, Proven, State extends object> = (
  person: Person,
  sent: Sent,
  context: Context,
) => Promise<Admitted<Proven, State>>;

/** The checked values of fields. */
export type Values<Declared extends Fields> = z.output<z.ZodObject<Declared>>;

type Form<Person, State extends object, Declared extends Fields> = {
  readonly who: Who<Person, State>;
  readonly fields: Declared;
  /**
   * It also has fields that are not declared, each any number of times, because they depend on what is changed. Its
   * function reads them from Posted and checks them.
   */
  readonly isOpen?: boolean;
  /** What else its page always shows it with. */
  readonly state?: State;
  /** The path of the page, if the path of the form does not say it. Null if a path of the form has no page. */
  readonly page?: string | ((path: string) => string | null);
  /** In bytes, if it is not that of other forms. */
  readonly maxBodyBytes?: number;
};

type Handle<Sender, State extends object, Declared extends Fields> = (
  sender: Sender,
  fields: Values<Declared>,
  posted: Posted,
  context: Context,
) => Promise<Answer<State>>;

/** A form for which it is enough who sends it. */
type OpenForm<Person, State extends object, Declared extends Fields> = Form<Person, State, Declared> & {
  readonly proof: 'none';
  readonly handle: Handle<Person, State, Declared>;
};

type ProvenForm<Person, Proven, State extends object, Declared extends Fields> = Form<Person, State, Declared> & {
  readonly proof: Prove<Person, Proven, State>;
  readonly handle: Handle<Proven, State, Declared>;
};

/**
 * The row of the route table for a form: a POST to the path of its page and `/submit`. In this order it checks the
 * origin, the body, who sends it, the token, the proof and the fields (security #100, #155). It answers with a redirect,
 * or with its page, which then has what was typed: the query of the form's address is that of the page. Whoever opens
 * the address itself gets the page.
 */
export function form<Person extends object, State extends object, Declared extends Fields>(
  path: `/${string}/submit`,
  definition: OpenForm<Person, State, Declared>,
): Route;
export function form<Person extends object, Proven, State extends object, Declared extends Fields>(
  path: `/${string}/submit`,
  definition: ProvenForm<Person, Proven, State, Declared>,
): Route;
export function form<Person extends object, Proven, State extends object, Declared extends Fields>(
  path: `/${string}/submit`,
  definition: OpenForm<Person, State, Declared> | ProvenForm<Person, Proven, State, Declared>,
): Route {
  const { who, fields, isOpen = false, page: pageAt = pathOfPage } = definition;
  const { maxBodyBytes = defaultLimits.pageBodyBytes } = definition;
  const schema = z.object(fields);
  const hasFile = takesFile(fields);

  async function answer(sent: Sent, context: Context): Promise<Answer<State>> {
    try {
      const admitted = await who.admit(sent, context);
      if ('answer' in admitted) return admitted.answer;
      const { person } = admitted;
      if (definition.proof === 'none') return await handle(definition.handle, person, sent, context);
      const proven = await definition.proof(person, sent, context);
      return 'answer' in proven ? proven.answer : await handle(definition.handle, proven.person, sent, context);
    } catch (error) {
      const told = who.tellError(error, sent, context);
      if (told === null) throw error;
      return told;
    }
  }

  async function handle<Sender>(run: Handle<Sender, State, Declared>, sender: Sender, sent: Sent, context: Context) {
    const parsed = schema.safeParse(rawValues(fields, sent.posted), { error: expectation });
    if (!parsed.success) return who.tellProblems(parsed.error.issues, context);
    return run(sender, parsed.data, sent.posted, context);
  }

  return {
    path,
    name: areaOf(path),
    methods: ['GET', 'POST'],
    maxBodyBytes,
    audience: 'browser',
    isOwn: true,
    mayShowPage: true,
    ...(hasFile && { takesFile: true }),
    handler: async (request, context) => {
      const page = typeof pageAt === 'string' ? pageAt : pageAt(request.path);
      if (page === null) return noPage(context);
      const address = withQuery(page, request.query);
      if (request.method === 'GET') return seeOther(`${context.settings.issuer}${address}`);
      if (!isSameOrigin(request.headers, context.settings.issuer)) return refuse(403, 'forbidden_origin', context);
      if (!(hasFile ? hasFileBody(request) : hasFormBody(request))) return refuse(415, 'invalid_request', context);
      const posted = await readPosted(request, fields, isOpen);
      if (posted === null) return refuse(400, 'invalid_request', context);
      const values = typedValues(posted, isOpen ? null : fields, who);
      const shown = { ...definition.state, address: request.path, values };
      const sent = { posted, shown, page, address, needsProof: definition.proof !== 'none' };
      return respond(await answer(sent, context), shown, address, context);
    },
  };
}

/**
 * Whether a field is never returned to a page: a secret of an entry, and names like `new_password`, but not
 * `access_token_lifetime_seconds`.
 */
function isSecret(name: string): boolean {
  return secretKeys.has(name) || /(^|_)(password|secret|token|csrf)$/.test(name);
}

/** @param fields the declared ones; null if the form has others too */
function typedValues(
  { has, list, names }: Posted,
  fields: Fields | null,
  { own, hides }: Pick<Who<unknown, object>, 'own' | 'hides'>,
): Shown['values'] {
  const declared = Object.entries(fields ?? {}).flatMap(([name, schema]) => (isOnce(schema) ? [] : name));
  const asked = fields === null ? names.filter((name) => hides?.(name) !== true) : [...declared, ...own];
  const kept = asked.filter((name) => has(name) && !isSecret(name));
  return Object.fromEntries(kept.map((name) => [name, list(name)]));
}

function respond<State extends object>(
  answer: Answer<State>,
  shown: Shown,
  address: string,
  { settings }: Context,
): HttpResponse {
  if ('response' in answer) return answer.response;
  const { cookies = [] } = answer;
  if ('goTo' in answer) return withCookies(seeOther(`${settings.issuer}${answer.goTo}`), cookies);
  const page = { status: 200, headers: {}, body: '', report: { outcome: 'shown_again' } };
  return withCookies({ ...page, again: { address, state: { ...shown, ...answer.again } } }, cookies);
}

function pathOfPage(path: string): string {
  return path.replace(/\/submit$/, '');
}

function withQuery(path: string, query: string): string {
  return query === '' ? path : `${path}?${query}`;
}

function hasFileBody({ headers }: HttpRequest): boolean {
  return /^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '');
}

function refuse(status: number, problem: 'forbidden_origin' | 'invalid_request', context: Context): HttpResponse {
  const { description } = pageRules[problem];
  const reference = context.explain({
    rule: pageRuleName(problem),
    error: problem,
    description,
    clientId: null,
    facts: {},
  });
  return problemHtml({
    status,
    problem,
    reference,
    continueTo: null,
    details: [],
    frame: wholeFrame(context.snapshot.brand),
  });
}
