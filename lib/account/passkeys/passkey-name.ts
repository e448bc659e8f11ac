import { line } from '#lib/vocabulary/text';

/** What a person calls a passkey. */
export const passkeyName = line(100);
