import type { Client } from '#lib/clients/client';
import type { Parameters } from '#lib/http/form';
import type { ResponseMode } from '#lib/interactions/authorization-request';
import { invalidRequest } from '../oauth-error';
import { normalizeResponseType, type ResponseType, responseTypes } from '../response-types';

/**
 * The mode of an answer: the requested one, otherwise the default of the response type and the client. An error about
 * the mode itself is sent in the plain default mode.
 */
export function chooseMode(client: Client, { values }: Parameters): ResponseMode {
  const type = responseTypes.get(normalizeResponseType(values.get('response_type') ?? 'code'));
  if (type === undefined) return 'query';
  const mode = findMode(client, type, values.get('response_mode'));
  return mode !== null && allowsMode(client, type, mode) ? mode : type.defaultMode;
}

/**
 * The mode for the error that a request must be pushed. If the request did not ask for a mode, no mode is decided, and
 * the error is sent in the plain default mode.
 */
export function unpushedMode(mode: ResponseMode, { values }: Parameters): ResponseMode {
  if (values.has('response_mode')) return mode;
  return responseTypes.get(normalizeResponseType(values.get('response_type') ?? 'code'))?.defaultMode ?? 'query';
}

/**
 * @param asked the requested mode, if there is one
 * @throws invalid_request for a mode that does not fit the response type, or that the client may not use
 */
export function checkMode(client: Client, type: ResponseType, asked: string | undefined): void {
  const mode = findMode(client, type, asked);
  if (mode === null) {
    const facts = { ...(asked !== undefined && { received: asked }), registered: [...type.modes, 'jwt'] };
    throw invalidRequest('response_mode_not_usable', facts);
  }
  if (!allowsMode(client, type, mode)) {
    throw invalidRequest('response_mode_not_allowed', { received: mode, registered: client.responseModes ?? [] });
  }
}

/** Whether the client may use the mode. In its list, `jwt` is the default of the response type (JARM §2.3.4). */
function allowsMode({ responseModes }: Client, type: ResponseType, mode: ResponseMode): boolean {
  if (responseModes === null || responseModes.includes(mode)) return true;
  return responseModes.includes('jwt') && mode === jwtMode(type);
}

/** Null for a mode that does not fit the type. A client that may not use the plain default has its own default. */
function findMode(client: Client, type: ResponseType, asked: string | undefined): ResponseMode | null {
  if (asked === 'jwt') return jwtMode(type);
  if (asked !== undefined) return type.modes.find((mode) => mode === asked) ?? null;
  if (client.responseModes === null) return type.defaultMode;
  const ownDefaults: readonly ResponseMode[] = [type.defaultMode, jwtMode(type), ...type.modes];
  return ownDefaults.find((mode) => allowsMode(client, type, mode)) ?? type.defaultMode;
}

/** JARM §2.3.4: `jwt` is the default mode of the response type, with a signed response. */
function jwtMode({ defaultMode }: ResponseType): ResponseMode {
  return defaultMode === 'query' ? 'query.jwt' : 'fragment.jwt';
}
