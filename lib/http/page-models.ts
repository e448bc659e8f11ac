/** The content of the pages outside Next. */

import type { MessageKey } from '#lib/i18n/catalog';
import type { Wording } from '#lib/i18n/translate';
import type { PageFrame } from '#lib/theme/brand';
import type { SheetPage } from '#lib/vocabulary/sheet-pages';

/** Why a page cannot be shown: a code with a title and a text in the catalog, `error.<code>.title` and `.text`. */
export type PageProblemCode =
  Extract<MessageKey, `error.${string}.title`> extends `error.${infer Code}.title` ? Code : never;

/** A link to an address of a client. */
export type ClientLink = {
  /** The name that the client gave itself. */
  readonly app: string;
  readonly uri: string;
  /** The host of the address, which the client cannot disguise. */
  readonly host: string;
  /** False for a self-registered client. The page then says so, names the host and lets the person decide. */
  readonly isVouched: boolean;
};

/** The content of a problem page. `ProblemPage` of the login pages is one of these. */
export type ProblemModel = {
  readonly status: number;
  readonly problem: PageProblemCode;
  /** The host that the texts of the problem name. */
  readonly host?: string;
  /** The name of the application that people were signing in to, if a reviewed one is known. */
  readonly app?: string | null;
  /** It leads to the explanation record, and is in the log line of the refusal. */
  readonly reference: string;
  /** The client's registered home page. Never a redirect URI of the request. */
  readonly continueTo: ClientLink | null;
  /** An address of ours where the person can try again. If left out, there is none. */
  readonly again?: { readonly word: 'retry' | 'restart'; readonly href: string } | null;
  /** Shown as text in a closed <details>, for the client's developer. */
  readonly details: readonly { readonly label: string; readonly value: string }[];
  /** For an administrator: the page of the explanation record, a path of ours. */
  readonly investigate?: string | null;
  readonly frame: PageFrame;
};

export type FormPost = {
  /** The redirect URI, already checked against the registered ones. */
  readonly action: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly frame: PageFrame;
};

/** How the browser continues after the person agrees: with a link, or a form with hidden fields. */
type Departure = { readonly href: string } | Pick<FormPost, 'action' | 'fields'>;

export type LeavePage = {
  readonly to: ClientLink;
  readonly departure: Departure;
  readonly details: ProblemModel['details'];
  readonly frame: PageFrame;
};

export type MessagePage = {
  /** `data-page`. */
  readonly page: SheetPage;
  readonly title: Wording;
  readonly text: Wording;
  /** A path of ours. */
  readonly link: { readonly text: Wording; readonly href: string };
  readonly frame: PageFrame;
};
