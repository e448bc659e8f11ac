import {
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import type { CeremonyEnd, CeremonyForm } from '../../components/passkey/ceremony-form';
import { remember, signalUnknown } from './signal';

/** In milliseconds. A challenge expires after five minutes. */
const renewAfter = 4 * 60 * 1000;

/** The address of a challenge and the fields of its request. */
type Challenge = Pick<CeremonyForm, 'challenge' | 'fields'>;

/** The suggestions in the username field pause while the page asks for a passkey with its button. */
let stopOffer = () => {};
let resumeOffer = async () => {};

/**
 * Prepares a page with a ceremony: suggests passkeys in its field, and tells the browser about a passkey that no longer
 * exists. Resets a page that comes back from the browser's cache.
 * @param left ends the suggestions: the person sent a form, which may finish the sign-in
 */
export function attend(form: CeremonyForm, setState: (state: 'ready') => void, left: AbortSignal): void {
  window.addEventListener('pageshow', ({ persisted }) => persisted && setState('ready'));
  if (form.wasUnknown) signalUnknown();
  if (form.field !== undefined) offerInAutofill(form, left);
}

/** Asks for a passkey and posts the answer. */
export async function showPasskey(form: CeremonyForm): Promise<CeremonyEnd> {
  stopOffer();
  const end = await hold(form, (options: PublicKeyCredentialRequestOptionsJSON) => askForPasskey(options, false));
  if (end !== 'sent') resumeOffer();
  if (end === 'cancelled' && form.field !== undefined) document.getElementById(form.field)?.focus();
  return end;
}

/** Creates a passkey and posts the answer. */
export function makePasskey(form: CeremonyForm): Promise<CeremonyEnd> {
  return hold(form, async (optionsJSON: PublicKeyCredentialCreationOptionsJSON) => {
    const answer = await startRegistration({ optionsJSON });
    remember(answer.id);
    return answer;
  });
}

/**
 * Asks for a passkey for a form that sends the answer itself.
 * @returns the answer, or why there is none
 */
export async function answerWithPasskey(asked: Challenge): Promise<{ readonly answer: string } | CeremonyEnd> {
  return ceremony(asked, async (options: PublicKeyCredentialRequestOptionsJSON) => ({
    answer: JSON.stringify(await askForPasskey(options, false)),
  }));
}

/** Suggests passkeys together with usernames, and renews the challenge before it expires. */
async function offerInAutofill(form: CeremonyForm, left: AbortSignal): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill()) || left.aborted) return;
  let isStopped = false;
  let timer = 0;
  const offer = async () => {
    const options = await askForChallenge<PublicKeyCredentialRequestOptionsJSON>(form, left);
    if (options === null || isStopped) return;
    timer = window.setTimeout(offer, renewAfter);
    try {
      post(form, await askForPasskey(options, true));
    } catch {
      // Renewed, stopped or dismissed. The page has other sign-in methods.
    }
  };
  resumeOffer = () => offerInAutofill(form, left);
  stopOffer = () => {
    isStopped = true;
    window.clearTimeout(timer);
    WebAuthnAbortService.cancelCeremony();
  };
  left.addEventListener('abort', stopOffer);
  await offer();
}

async function askForPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON, useBrowserAutofill: boolean) {
  const answer = await startAuthentication({ optionsJSON, useBrowserAutofill });
  remember(answer.id);
  return answer;
}

function hold<Options>(form: CeremonyForm, ask: (options: Options) => Promise<unknown>): Promise<CeremonyEnd> {
  return ceremony<Options, CeremonyEnd>(form, async (options) => {
    post(form, await ask(options));
    return 'sent';
  });
}

async function ceremony<Options, Result>(
  asked: Challenge,
  run: (options: Options) => Promise<Result>,
): Promise<Result | CeremonyEnd> {
  const options = await askForChallenge<Options>(asked);
  if (options === null) return 'failed';
  try {
    return await run(options);
  } catch (error) {
    return endOf(error);
  }
}

/** WebAuthn §5.1.3, §5.1.4: browsers do not distinguish a cancellation from a timeout. */
function endOf(error: unknown): CeremonyEnd {
  switch (error instanceof Error ? error.name : '') {
    case 'NotAllowedError':
    case 'AbortError':
      return 'cancelled';
    case 'InvalidStateError':
      return 'exists';
    default:
      return 'failed';
  }
}

/** @returns null if there is none, for example because the sign-in has expired */
async function askForChallenge<Options>({ challenge, fields }: Challenge, left?: AbortSignal): Promise<Options | null> {
  try {
    const response = await fetch(challenge, {
      method: 'POST',
      body: new URLSearchParams(fields),
      signal: left ?? null,
    });
    // After the reload the page asks the person to sign in again.
    if (response.status === 401) window.location.reload();
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

/** Posts the answer without the other fields of the page. */
function post({ action, fields, carried = [] }: CeremonyForm, answer: unknown): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  const all = { ...fields, ...Object.fromEntries(carried.flatMap(valuesOf)), passkey: JSON.stringify(answer) };
  for (const [name, value] of Object.entries(all)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

function valuesOf(name: string): [string, string][] {
  const field = document.querySelector(`input[name="${name}"]`);
  if (!(field instanceof HTMLInputElement) || (field.type === 'checkbox' && !field.checked)) return [];
  return [[name, field.value]];
}
