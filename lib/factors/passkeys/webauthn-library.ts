/**
 * The library takes a quarter of a second and 20 MB to load, because it brings certificates of every kind. So it is
 * loaded with the first ceremony.
 */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** The same for the functions that decode. */
export const loadDecoders = () => import('@simplewebauthn/server/helpers');
