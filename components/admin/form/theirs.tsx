import { adminTexts } from '#lib/i18n/admin/texts';

/** The value that someone else saved while the form was open. */
export function Theirs({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  const { savedMeanwhile, nothing } = adminTexts.shell.form;
  return (
    <p data-theirs className="whitespace-pre-line break-words rounded-lg bg-warning-soft px-3 py-2 text-sm">
      <span className="font-medium">{savedMeanwhile}</span> {text === '' ? nothing : text}
    </p>
  );
}
