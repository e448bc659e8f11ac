import { Monogram } from './monogram';

type PersonPictureProps = {
  readonly name: string;
  /** An address on this origin, or null for the first letter of the name. */
  readonly picture: string | null;
  readonly large?: boolean;
};

/** A person's picture, or the first letter of their name. Decoration next to the name. */
export function PersonPicture({ name, picture, large = false }: PersonPictureProps) {
  if (picture === null) return <Monogram name={name} shape="person" />;
  const size = large ? 96 : 40;
  return (
    // biome-ignore lint/performance/noImgElement: a picture of our own origin in its own size
    <img
      src={picture}
      alt=""
      width={size}
      height={size}
      className={`${large ? 'size-24' : 'size-10'} shrink-0 rounded-full object-cover`}
    />
  );
}
