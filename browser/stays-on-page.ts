/** Whether a submission was prevented, or its answer is shown elsewhere, for example in a frame. */
export function staysOnPage({ defaultPrevented, submitter, target }: SubmitEvent): boolean {
  const form = target instanceof HTMLFormElement ? target : null;
  return defaultPrevented || Boolean(submitter?.getAttribute('formtarget') ?? form?.getAttribute('target'));
}
