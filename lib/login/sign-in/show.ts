import { LanguageSwitch } from '#components/interaction/language-switch';
import { ProblemView } from '#components/interaction/problem-view';
import type { Context } from '#lib/context';
import { parseParameters } from '#lib/http/form';
import { interactiveHtml } from '#lib/http/html';
import { seeOther, withCookies } from '#lib/http/respond';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import { chosenLocale, languageParameter, readLocale } from '#lib/protocol/read-locale';
import { writeLanguageCookie } from '#lib/sessions/language-cookie';
import { findOwnInteraction } from '../load-interaction';
import { type LoginPageInput, readOwnLoginPage } from './read';
import { LoginView } from './view';

/**
 * GET /login: the sign-in page, which nearly every sign-in requests. It is rendered without Next, which would take most
 * of its time (decision 002).
 */
export async function handleLogin(request: HttpRequest, context: Context): Promise<HttpResponse> {
  const { issuer } = context.settings;
  const { interaction: handle, ...input } = inputOf(request);
  const own = await findOwnInteraction(handle, input.cookieHeader, context);
  const model = own.page === 'problem' ? own : await readOwnLoginPage(own, input, context);
  if (model.page === 'redirect') return seeOther(`${issuer}${model.location}`);
  const { host } = new URL(issuer);
  const page = interactiveHtml({
    status: model.page === 'problem' ? model.status : 200,
    frame: model.frame,
    locale: await readLocale({ ...request, interaction: own.page === 'own' ? own.interaction : null }, context),
    view: (shell) =>
      model.page === 'problem' ? ProblemView({ ...shell, host, model }) : LoginView({ ...shell, host, model }),
    foot: ({ locale }) => LanguageSwitch({ locale, fields: keptFields(request.query) }),
  });
  return withCookies({ ...page, report: { outcome: model.problem ?? 'shown' } }, choiceToKeep(request, context));
}

/** A repeated parameter counts as absent. */
function inputOf({ query, headers }: HttpRequest): LoginPageInput {
  const { values, repeated } = parseParameters(query) ?? { values: new Map<string, string>(), repeated: new Set() };
  const read = (name: string) => (repeated.has(name) ? null : (values.get(name) ?? null));
  const account = read('account');
  return {
    interaction: read('interaction'),
    cookieHeader: headers.cookie,
    account: account === 'choose' || account === 'new' ? account : null,
    change: read('change') === '1',
  };
}

/** The fields that the language switch sends along with the language, so that the page stays the same. */
function keptFields(query: string) {
  const pairs = [...new URLSearchParams(query)].filter(([name]) => name !== languageParameter);
  return pairs.map(([name, value]) => ({ name, value }));
}

/** If the page was requested in a language, the browser keeps it. */
function choiceToKeep({ query }: HttpRequest, context: Context): string[] {
  const locale = chosenLocale(query, context);
  return locale === null ? [] : [writeLanguageCookie({ locale, chosenAt: context.now }, context.settings)];
}
