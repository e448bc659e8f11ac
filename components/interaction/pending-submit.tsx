/**
 * The text that is shown while the form is being sent. browser/pending-submit.ts shows it and blocks a second press.
 */
export function PendingSubmit({ message }: { readonly message: string }) {
  return <span role="status" className="sr-only" data-pending-submit={message} />;
}
