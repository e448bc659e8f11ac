/** The client_id of this application. */
export const clientId = 'next-application';
