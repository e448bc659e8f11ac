import { line } from '#lib/vocabulary/text';

/** The name that a person gives a passkey. */
export const passkeyName = line(100);
