/** A setting that cannot be used. The message is one line that names the variable and says what is expected. */
export class InvalidSetting extends Error {
  override readonly name = 'InvalidSetting';
  readonly code = 'invalid_setting';

  constructor(
    readonly variable: string,
    readonly expected: string,
    /** Further problems, each with its own message. */
    readonly others: readonly InvalidSetting[] = [],
  ) {
    super(`${variable}: ${expected}`);
  }
}
