import type { ReactNode } from 'react';
import type { ShellContext } from '#components/interaction/shell';
import { Button } from '#components/ui/button';
import type { Context } from '#lib/context';
import { displayText } from '#lib/i18n/display-text';
import type { Locale } from '#lib/i18n/locales';
import { translate } from '#lib/i18n/translate';
import type { IdentifierKind } from '#lib/vocabulary/identifier-kinds';
import type { ProblemPage } from '../problem-page';
import type { LoginPage } from '../sign-in/read';
import type { PageInput, RedirectPage } from '../sign-in-page';

/** What a page is read by. */
type Asked = PageInput & {
  /** The value of a parameter. Null if it is missing or repeated. */
  readonly one: (name: string) => string | null;
};

/** The language of the page, and what its frame shows. */
type PageShell = ShellContext & { readonly host: string };

/** What every page may be instead of itself. */
type Elsewhere = RedirectPage | ProblemPage;

type Definition<Model> = {
  /** Its address. */
  readonly path: `/${string}`;
  readonly read: (context: Context, asked: Asked) => Promise<Model | Elsewhere>;
  readonly draw: (model: Model, shell: PageShell) => ReactNode;
  /** Its status, if that is not always 200. */
  readonly status?: (model: Model) => number;
  /** Whether its forms lead to this server alone. By default, the path decides: see lib/next/page-headers.ts. */
  readonly keepsForms?: (model: Model) => boolean;
};

type ReadPage = {
  readonly page: 'read';
  readonly status: number;
  readonly keepsForms: boolean;
  readonly draw: (shell: PageShell) => ReactNode;
};

/** A page of the sign-in, or another one that needs no session. */
export type OpenPage = {
  readonly path: string;
  readonly open: (context: Context, asked: Asked) => Promise<ReadPage | Elsewhere>;
};

/** Defines a page. It leads elsewhere or shows a problem, if that is what was read. */
export function definePage<Model extends { readonly page: string }>({
  path,
  read,
  draw,
  status = () => 200,
  keepsForms = () => false,
}: Definition<Model>): OpenPage {
  return {
    path,
    open: async (context, asked) => {
      const model = await read(context, asked);
      if (isElsewhere(model)) return model;
      const shown = { status: status(model), keepsForms: keepsForms(model) };
      return { page: 'read', ...shown, draw: (shell) => draw(model, shell) };
    },
  };
}

function isElsewhere(model: { readonly page: string }): model is Elsewhere {
  return model.page === 'redirect' || model.page === 'problem';
}

export const usernameField = 'username';
export const passwordField = 'current-password';

type Kinds = readonly IdentifierKind[];

/** The label of the identifier field. */
export function identifierLabel(locale: Locale, kinds: Kinds): string {
  if (!kinds.includes('email')) return translate(locale, 'login.username');
  return translate(locale, kinds.includes('username') ? 'identifier.either' : 'identifier.email');
}

/** The problem of an empty field, or of a wrong password. */
export function identifierProblem(
  locale: Locale,
  problem: 'missing_username' | 'invalid_credentials',
  kinds: Kinds,
): string {
  const isEither = kinds.includes('username');
  if (!kinds.includes('email')) return translate(locale, `login.problem.${problem}`);
  if (problem === 'missing_username') {
    return translate(locale, isEither ? 'identifier.missing_either' : 'identifier.missing_email');
  }
  return translate(locale, isEither ? 'login.problem.invalid_credentials' : 'identifier.incorrect_email');
}

type CancelButtonProps = {
  readonly locale: Locale;
  readonly model: Pick<LoginPage, 'client' | 'canCancel' | 'cancelReturns'>;
  readonly className?: string;
};

/** The button that returns without signing in. Absent if there is no application to return to. */
export function CancelButton({ locale, model, className = '-my-3' }: CancelButtonProps) {
  if (!model.canCancel) return null;
  return (
    <Button variant="quiet" name="decision" value="cancel" formNoValidate className={className}>
      {model.client && model.cancelReturns
        ? translate(locale, 'login.cancel_client', { app: displayText(model.client.name) })
        : translate(locale, 'action.cancel')}
    </Button>
  );
}
