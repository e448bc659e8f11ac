import type { Client } from '#lib/clients/client';
import type { Context } from '#lib/context';
import { problemHtml } from '#lib/http/html';
import type { PageProblemCode } from '#lib/http/page-models';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { readBrowser } from '#lib/sessions/read-browser';
import { wholeFrame } from '#lib/theme/brand';
import { roleInForce } from '#lib/users/role-in-force';
import { explainRefusal } from './explain-refusal';
import type { OAuthError } from './oauth-error';
import { appName, homeLink } from './redirect-to-client';

type Refused = {
  /** Only its cookies are read, because an administrator gets a link to the explanation. */
  readonly request: Pick<HttpRequest, 'headers'>;
  readonly status?: number;
  readonly problem?: PageProblemCode;
  /** The host that the text names. */
  readonly host?: string;
};

/** Our own page for a request without a trusted redirect. It has details for the developer in a collapsed section. */
export async function refusalPage(
  error: OAuthError,
  { request, status = 400, problem = 'invalid_request', host }: Refused,
  context: Context,
): Promise<HttpResponse> {
  const { code, description, facts, retry } = error;
  const { reference } = explainRefusal(error, null, context);
  const client = findEnabled(facts.clientId, context);
  const details = [
    { label: 'error', value: code },
    { label: 'description', value: description },
    ...(facts.received === undefined ? [] : [{ label: 'received', value: facts.received }]),
    ...(client?.clientName ? [{ label: 'client', value: client.clientName }] : []),
    ...(client === null ? [] : [{ label: 'client_id', value: client.clientId }]),
    { label: 'time', value: context.now.toISOString() },
  ];
  const headers = retry === null ? {} : { 'retry-after': String(retry.afterSeconds) };
  // If the page contained the address of a client that nobody vouches for, it could be used to lead people there (RFC
  // 9700 §4.11.2).
  const continueTo = client === null || client.selfRegistered ? null : homeLink(client, null, context);
  // Beyond a limit, no session is looked up.
  const investigate =
    retry === null && reference !== null && (await isAdministrator(request, context))
      ? explanationPath(reference)
      : null;
  return problemHtml(
    {
      status,
      problem,
      ...(host !== undefined && { host }),
      reference: reference ?? context.requestId,
      app: appName(client),
      continueTo,
      details,
      investigate,
      frame: wholeFrame(context.snapshot.brand),
    },
    headers,
  );
}

/** A disabled client looks the same as one that does not exist (security #4). */
function findEnabled(clientId: string | undefined, { snapshot }: Context): Client | null {
  const client = clientId === undefined ? undefined : snapshot.clients.get(clientId);
  return client?.enabled ? client : null;
}

async function isAdministrator({ headers }: Refused['request'], context: Context): Promise<boolean> {
  const { db, settings, snapshot, now } = context;
  const { current } = await readBrowser({ db, settings, cookieHeader: headers.cookie, portal: snapshot.portal, now });
  return current !== null && roleInForce(current.user) !== null;
}

function explanationPath(reference: string): string {
  return `/admin/debug/requests/${reference}`;
}
