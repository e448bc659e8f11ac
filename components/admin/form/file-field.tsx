import { FieldFrame } from './field';

type FileFieldProps = {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  /** The types of files that the browser offers. */
  readonly accept: string;
};

/** A file to send. */
export function FileField({ accept, ...labels }: FileFieldProps) {
  return (
    <FieldFrame {...labels}>
      {(attributes) => <FileInput name={labels.name} accept={accept} {...attributes} />}
    </FieldFrame>
  );
}

type FileInputProps = Pick<FileFieldProps, 'name' | 'accept'> & { readonly id: string };

export function FileInput(props: FileInputProps) {
  return (
    <input type="file" className="w-full min-w-0 rounded-lg border border-input bg-card px-3 py-2 text-sm" {...props} />
  );
}
