// Text from analysed code made safe to show: what a terminal or a reader could be deceived by becomes visible.

/** Characters that steer terminals, reorder text or take no room: controls, bidirectional marks, zero-width ones. */
function isHidden(code: number): boolean {
  return (
    code < 0x20 ||
    (code >= 0x7f && code < 0xa0) ||
    code === 0xad ||
    code === 0x61c ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0xfeff ||
    (code >= 0xfff0 && code <= 0xfffb) ||
    (code >= 0xd800 && code <= 0xdfff) ||
    (code >= 0xe0000 && code <= 0xe0fff)
  );
}

function escapeCode(code: number): string {
  if (code === 0x0a) return '\\n';
  if (code === 0x0d) return '\\r';
  if (code === 0x09) return '\\t';
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  if (code < 0x10000) return `\\u${code.toString(16).padStart(4, '0')}`;
  return `\\U${code.toString(16).padStart(8, '0')}`;
}

/** One character as shown: itself, or an escape like `\x1b`. */
export function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return isHidden(code) ? escapeCode(code) : character;
}

/** A message or path on one line, with everything hidden made visible. */
export function escapeText(text: string): string {
  let result = '';
  for (const character of text) result += escapeCharacter(character);
  return result;
}

/** A text of several lines, such as a program: line ends and tabs stay. */
export function escapeLines(text: string): string {
  let result = '';
  for (const character of text)
    result += character === '\n' || character === '\t' ? character : escapeCharacter(character);
  return result;
}

/** JSON with line ends: what is hidden can only stand in its strings, where an escape reads as the same text. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(/[^\n\x20-\x7e]/gu, (character) =>
    escapeCharacter(character) === character ? character : jsonEscape(character),
  );
  return `${text}\n`;
}

function jsonEscape(character: string): string {
  let result = '';
  for (let i = 0; i < character.length; i++) result += `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return result;
}

/** How many terminal columns a character takes. */
export function columnWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (/^\p{M}$/u.test(character)) return 0;
  return isWide(code) ? 2 : 1;
}

/** East Asian wide and full-width characters, and emoji. */
function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0x303e) ||
    (code >= 0x3041 && code <= 0xa4cf) ||
    (code >= 0xa960 && code <= 0xa97c) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1f64f) ||
    (code >= 0x1f680 && code <= 0x1f6ff) ||
    (code >= 0x1f900 && code <= 0x1f9ff) ||
    (code >= 0x20000 && code <= 0x3fffd)
  );
}
