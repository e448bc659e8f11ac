/** Whether a form is not sent after all, or its answer is shown elsewhere, for example in a frame. */
export function staysOnPage({ defaultPrevented, submitter, target }: SubmitEvent): boolean {
  const form = target instanceof HTMLFormElement ? target : null;
  return defaultPrevented || Boolean(submitter?.getAttribute('formtarget') ?? form?.getAttribute('target'));
}
