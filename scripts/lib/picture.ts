// Terminal output as a picture: text with ANSI colours in, SVG out.

const cellWidth = 8.4;
const lineHeight = 19;
const margin = 16;
const bar = 30;

const palette: Readonly<Record<number, string>> = {
  31: '#ff7b72',
  32: '#7ee787',
  33: '#e3b341',
  36: '#79c0ff',
};

interface Style {
  readonly color: string | null;
  readonly bold: boolean;
  readonly dim: boolean;
}

const plain: Style = { color: null, bold: false, dim: false };

/** The style after one escape sequence's parameter. */
function applyCode(style: Style, code: number): Style {
  if (code === 0) return plain;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 39) return { ...style, color: null };
  return { ...style, color: palette[code] ?? style.color };
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

function attributes(style: Style): string {
  const color = style.color ?? (style.dim ? '#8b949e' : null);
  return `${color === null ? '' : ` fill="${color}"`}${style.bold ? ' font-weight="bold"' : ''}`;
}

/** One line: a text element, each run placed by its column so that fonts cannot shift it. */
function renderLine(line: string, y: number): string {
  let style = plain;
  let column = 0;
  let spans = '';
  for (const part of line.split(/(\x1b\[[\d;]*m)/)) {
    const codes = /^\x1b\[([\d;]*)m$/.exec(part);
    if (codes !== null) {
      for (const code of (codes[1] as string).split(';')) style = applyCode(style, Number(code));
    } else if (part !== '') {
      const x = (margin + column * cellWidth).toFixed(1);
      spans += `<tspan x="${x}"${attributes(style)}>${escapeXml(part)}</tspan>`;
      column += part.length;
    }
  }
  return spans === '' ? '' : `<text y="${y}">${spans}</text>\n`;
}

/** A picture of a terminal that shows `text`. */
export function terminalPicture(text: string, label: string): string {
  const lines = text.trimEnd().split('\n');
  const columns = Math.max(60, ...lines.map((line) => line.replace(/\x1b\[[\d;]*m/g, '').length));
  const width = Math.ceil(2 * margin + columns * cellWidth);
  const height = bar + margin + lines.length * lineHeight + margin / 2;
  const dots = ['#ff5f56', '#ffbd2e', '#27c93f'].map(
    (color, i) => `<circle cx="${margin + 6 + i * 18}" cy="${bar / 2 + 2}" r="5.5" fill="${color}"/>`,
  );
  const body = lines.map((line, i) => renderLine(line, bar + margin + i * lineHeight)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeXml(label)}">
<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
${dots.join('')}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="#e6edf3" xml:space="preserve">
${body}</g>
</svg>
`;
}
