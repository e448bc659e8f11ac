/** The longest client_id that an operator can choose. */
const maximumChosen = 100;

/** The longest address of a client's metadata document. */
export const maximumDocumentUrl = 512;

/** True for a text that is too long to be a client_id: an address may be longer than a name. */
export function isLongerThanClientId(text: string): boolean {
  return text.length > (text.startsWith('https://') ? maximumDocumentUrl : maximumChosen);
}
