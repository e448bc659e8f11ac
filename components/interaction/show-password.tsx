type ShowPasswordProps = {
  /** The id of the password field. */
  readonly field: string;
  readonly show: { readonly text: string; readonly label: string };
  readonly hide: { readonly text: string; readonly label: string };
};

/** Shows and hides what is typed into a password field, where browser/show-password.ts runs. */
export function ShowPassword({ field, show, hide }: ShowPasswordProps) {
  return (
    <button
      type="button"
      hidden
      aria-controls={field}
      aria-label={show.label}
      data-show-password
      data-hide-text={hide.text}
      data-hide-label={hide.label}
      className="absolute inset-e-0.5 inset-y-0.5 rounded-[calc(var(--radius)-2px)] px-3 font-medium text-muted-foreground text-sm hover:bg-muted hover:text-foreground focus-visible:-outline-offset-2"
    >
      {show.text}
    </button>
  );
}
