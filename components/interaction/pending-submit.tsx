/** What is said while its form is on the way; browser/pending-submit.ts says it, and holds back a second press. */
export function PendingSubmit({ message }: { readonly message: string }) {
  return <span role="status" className="sr-only" data-pending-submit={message} />;
}
