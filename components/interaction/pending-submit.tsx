/** The words while its form is being sent. browser/pending-submit.ts shows them and blocks a second press. */
export function PendingSubmit({ message }: { readonly message: string }) {
  return <span role="status" className="sr-only" data-pending-submit={message} />;
}
