/** What a consent form's token is made for: this interaction, shown to this person. */
export function consentPurpose(handle: string, sub: string): string {
  return `consent ${handle} ${sub}`;
}
