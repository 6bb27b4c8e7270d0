// What tests of ir share: expectations in Go files.

/** Without spaces at the ends of lines, which comments cannot show. */
export function trimmed(text: string): string {
  return text.replace(/[ \t]+$/gm, '');
}

/** The text of the trailing `// Output:` comment, or null without one. Lines of it are those of standard output. */
export function expectedOutput(text: string): string | null {
  const at = text.lastIndexOf('\n// Output:\n');
  if (at < 0) return null;
  const lines = text
    .slice(at + '\n// Output:\n'.length)
    .trimEnd()
    .split('\n');
  return trimmed(lines.map((line) => `${line.replace(/^\/\/ ?/, '')}\n`).join(''));
}
