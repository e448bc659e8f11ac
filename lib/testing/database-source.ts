/** The template from which the tests of one Vitest project clone their databases. */
export type DatabaseSource =
  | { readonly dialect: 'sqlite'; readonly prefix: string; readonly folder: string; readonly template: string }
  | {
      readonly dialect: 'postgresql';
      readonly prefix: string;
      readonly serverUrl: string;
      readonly template: string;
      /** The result of `readState` for the template. */
      readonly state: string;
    };
