/** Text as a literal of JavaScript, Java, C#, Go, Python, Swift and TOML: they all read JSON's for printable ASCII. */
export function literal(text: string): string {
  return JSON.stringify(text);
}

/** The same for Kotlin, which would fill in what follows a dollar sign. */
export function kotlinLiteral(text: string): string {
  return literal(text).replaceAll('$', '\\$');
}

/** Text as one word of a POSIX shell. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Text as a scalar of YAML in single quotes. */
export function yamlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Text as one argument of a directive of Apache. */
export function apacheText(text: string): string {
  return `"${text.replaceAll('"', '\\"')}"`;
}
