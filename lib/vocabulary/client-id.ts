/** The maximum length of a client_id that an operator can choose. */
const maximumChosen = 100;

/** The maximum length of the address of a client's metadata document. */
export const maximumDocumentUrl = 512;

/** Whether a text is too long to be a client_id. An address may be longer than a name. */
export function isLongerThanClientId(text: string): boolean {
  return text.length > (text.startsWith('https://') ? maximumDocumentUrl : maximumChosen);
}
