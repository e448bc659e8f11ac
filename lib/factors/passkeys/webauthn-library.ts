/**
 * Loading the library takes a quarter of a second and 20 MB, because it contains certificates of every kind. So it is
 * loaded with the first ceremony.
 */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** The same for the decoding functions. */
export const loadDecoders = () => import('@simplewebauthn/server/helpers');
