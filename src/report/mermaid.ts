// Findings as Markdown with a diagram each: what a comment on a pull request shows.

import type { Finding } from '../base/finding.ts';
import { escapeText } from './escape.ts';
import { placeIn } from './places.ts';
import { type Player, type PlayerStep, playerOf } from './player.ts';
import { type Report, shownPosition } from './report.ts';
import { headlineText } from './words.ts';

/** Of longer runs the beginning and the end are drawn. */
const maxSteps = 40;

/** A heading, the place and a sequence diagram for each finding. */
export function renderMermaid(report: Report): string {
  if (report.findings.length === 0) return 'Gordian found nothing.\n';
  return report.findings.map((finding) => section(report, finding)).join('\n');
}

function section(report: Report, finding: Finding): string {
  const place = placeIn(report);
  const position = shownPosition(report, finding.span);
  const at = position === null ? '' : ` at ${markdown(`${position.file}:${position.line}`)}`;
  const values = finding.valuation.map(([name, value]) => `${name} = ${value}`).join(', ');
  const when = values === '' ? '' : `, with ${markdown(values)}`;
  const player = playerOf(finding.trace, place, (span) => shownPosition(report, span));
  const head = `**${finding.severity}: ${markdown(headlineText(finding.message, place))}** (${finding.rule}${at}${when})\n`;
  if (player === null) return head;
  return `${head}\n\`\`\`mermaid\n${mermaidOf(player)}\`\`\`\n`;
}

/** A run as a Mermaid sequence diagram: goroutines side by side, time downwards. */
export function mermaidOf(player: Player): string {
  const lines = ['sequenceDiagram'];
  const names = player.lanes.map(({ short }) => short);
  player.lanes.forEach(({ title }, lane) => {
    lines.push(`participant ${names[lane]} as ${mermaid(title)}`);
  });
  const sender = new Map(player.arrows.map(({ kind, from, to }) => [to, { kind, from }]));
  const drawnAt = new Set(player.arrows.filter(({ kind }) => kind === 'message').map(({ from }) => from));
  const total = player.steps.length;
  player.steps.forEach((step, i) => {
    if (total > maxSteps && i === maxSteps / 2) {
      lines.push(`note over ${names[0]}: ${total - maxSteps} steps are left out here`);
    }
    if (total > maxSteps && i >= maxSteps / 2 && i < total - maxSteps / 2) return;
    const own = names[step.lane] ?? 'g1';
    const text = mermaid(stepLine(player, step));
    const arrow = sender.get(i);
    const from = arrow === undefined ? undefined : player.steps[arrow.from];
    const starts = player.lanes.findIndex(({ startedBy }) => startedBy === i);
    if (step.effect === 'blocks') lines.push(`note over ${own}: ${text}`);
    else if (starts >= 0) lines.push(`${own}->>${names[starts]}: ${text}`);
    // A value is drawn once, where it arrives.
    else if (drawnAt.has(i) && step.effect === 'to') return;
    else if (from !== undefined && arrow?.kind !== 'go') {
      lines.push(`${names[from.lane]}${arrow?.kind === 'message' ? '->>' : '-->>'}${own}: ${text}`);
    } else lines.push(`${own}->>${own}: ${text}`);
  });
  return lines.map((line, i) => `${i === 0 ? '' : '  '}${line}\n`).join('');
}

function stepLine(player: Player, step: PlayerStep): string {
  const at = step.at === null ? '' : ` (${step.at.file.slice(step.at.file.lastIndexOf('/') + 1)}:${step.at.line})`;
  const stuck = step.effect === 'blocks' ? ' blocks forever' : '';
  const name = player.objects[step.object]?.name ?? '';
  const change = step.after === '' ? '' : `, ${name}: ${step.after}`;
  return `${step.code}${stuck}${change}${at}`;
}

/** Text in which nothing is syntax of Mermaid, which reads codes of characters between a number sign and a semicolon. */
function mermaid(text: string): string {
  return coded(text, '#');
}

/** Text in which nothing is markup of Markdown, nor the name of a user who would be notified. */
function markdown(text: string): string {
  return coded(text, '&#').replaceAll('&#64;', '&#64;<!-- -->');
}

function coded(text: string, before: string): string {
  return escapeText(text).replace(/[^\p{L}\p{N} .,:()/='-]/gu, (one) => `${before}${one.codePointAt(0)};`);
}
