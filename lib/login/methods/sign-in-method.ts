import type { Context } from '#lib/context';
import type { Step } from '#lib/db/step';
import type { Proof } from '#lib/factors/proof';
import type { HttpRequest, HttpResponse } from '#lib/http/types';
import type { Note } from '#lib/interactions/interaction-store';
import type { RequiredSignIn } from '#lib/protocol/required-sign-in';
import type { User } from '#lib/users/user';
import type { OpenInteraction } from '../load-interaction';
import type { PostedForm } from '../read-form';
import type { SignInOptions } from '../sign-in/options';

/** A method of authentication on the sign-in page. @typeParam Part what the page shows of it, as data */
export type SignInMethod<Part extends { readonly method: string } = { readonly method: string }> = {
  /** Whether its field is next to the username. */
  readonly takesName: boolean;
  /** Whether the waiting request allows it. */
  readonly isAllowed: (required: RequiredSignIn) => boolean;
  /** Its part of the page. Null if there is nothing to show. */
  readonly part: (shown: Shown, context: Context) => Part | null;
  /** Whether the pressed button belongs to it. */
  readonly isAnswer: (form: PostedForm) => boolean;
  /** Checks the answer. */
  readonly check: (answer: Answer, context: Context) => Promise<Outcome>;
};

/** Asks for everything at once, or for the username first and then the proof. Null if it asks for no name. */
export type Ask = 'all' | 'username' | 'password' | null;

type Shown = {
  readonly open: OpenInteraction;
  readonly options: SignInOptions;
  readonly ask: Ask;
  readonly cookieHeader: string | undefined;
};

export type Answer = {
  readonly open: OpenInteraction;
  readonly form: PostedForm;
  readonly request: HttpRequest;
};

/** The result of checking an answer. */
export type Outcome =
  | {
      readonly outcome: 'proved';
      readonly user: User;
      readonly proof: Proof;
      /** The ID of the passkey that was shown, if it was one. */
      readonly passkeyId?: string;
      readonly remember: boolean;
      /** The writes to make with the session, or without one. */
      readonly alongside?: readonly Step[];
    }
  /** The page shows the problem. */
  | { readonly outcome: 'refused'; readonly note: Note }
  /** The person is sent elsewhere, or may not try now. */
  | { readonly outcome: 'answered'; readonly response: HttpResponse };
