// The report in HTML, in Chromium: every example opens and steps, shows what its run says, and stays text whatever names there are.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonReport } from '../../src/report/json.ts';
import type { Page } from '../../src/report/page.ts';
import { type Browser, type OpenPage, startBrowser } from '../support/browser.ts';
import { chromium } from '../support/chromium.ts';
import { folderWith, gordian } from '../support/cli.ts';
import { root } from '../support/repository.ts';

const command = chromium();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The report on a directory, as HTML in a file and as JSON. */
function reportOn(folder: string): { readonly url: string; readonly json: JsonReport } {
  const out = join(folderWith({}), 'report.html');
  const args = ['check', '-C', folder, './...'];
  const html = gordian([...args, '--quiet', '--format', 'html', '--out', out]);
  expect(html.stdout + html.stderr, folder).toBe('');
  return { url: pathToFileURL(out).href, json: JSON.parse(gordian([...args, '--json']).stdout) };
}

/** The data of a page that is open. */
const readPage = 'JSON.parse(document.getElementById("data").textContent)';

/** What chips and columns say now. */
interface Shown {
  readonly states: Readonly<Record<string, string>>;
  readonly lanes: Readonly<Record<string, string>>;
  readonly heads: string;
  readonly current: string | null;
  readonly position: string;
}

const readShown = `(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  return {
    states: Object.fromEntries(all('.chip').map((one) => [one.dataset.object, one.dataset.state])),
    lanes: Object.fromEntries(all('.head').map((one) => [one.dataset.lane, one.dataset.state])),
    heads: all('.head').map((one) => one.textContent).join(' | '),
    current: document.querySelector('[aria-current=step]')?.dataset.step ?? null,
    position: document.querySelector('.position').textContent,
  };
})()`;

/** The state that a step of the JSON report leaves an object in: what stands after the arrow, the colon, or the name. */
function stateIn({ state, object }: JsonReport['findings'][number]['trace'][number]): string {
  return state
    .slice(object.length)
    .replace(/^: /, '')
    .replace(/^.* -> /, '')
    .trim();
}

/** A program with more than one goroutine, all kinds of objects, and a cycle of locks. */
const busy = `package busy

import "sync"

type account struct{ mu sync.Mutex }

func transfer(from, to *account) {
	from.mu.Lock()
	defer from.mu.Unlock()
	to.mu.Lock()
	defer to.mu.Unlock()
}

func Both() {
	a, b := &account{}, &account{}
	results := make(chan int, 1)
	done := make(chan bool)
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		<-results
		<-done
		transfer(a, b)
	}()
	go func() {
		defer wg.Done()
		transfer(b, a)
	}()
	results <- 1
	close(done)
	wg.Wait()
}

func Meet() {
	c := make(chan int)
	go func() {
		c <- 1
		c <- 2
	}()
	<-c
}
`;

const mark = '</script><img src=x onerror=alert(1)>';
const hostile = `package hostile

func Ask(n int) string {
	answers := make(chan string)
	for i := 0; i < n; i++ {
		go func() { answers <- "${mark}\u202e" }() // ${mark} \u202e\u2066
	}
	return <-answers
}
`;

describe.skipIf(command === null)('in Chromium (left out where it is not installed)', () => {
  let browser: Browser;
  let page: OpenPage;

  beforeAll(async () => {
    browser = startBrowser(command as string);
    page = await browser.open();
    await page.emulate({ scheme: 'light' });
  });
  afterAll(() => browser.close());

  const quiet = (): void => {
    expect(page.errors).toEqual([]);
    expect(page.requests).toEqual([]);
  };

  /** Goes through a run from its start, by the keyboard, and compares each step with the report for programs. */
  async function walk(url: string, id: string, finding: JsonReport['findings'][number]): Promise<void> {
    await page.goto(`${url}#/findings/${id}`);
    await page.press('Home');
    const total = finding.trace.length;
    const expected = new Map<string, string>();
    const closed = new Set<string>();
    for (let count = 0; count <= total; count++) {
      if (count > 0) await page.press('ArrowRight');
      const step = finding.trace[count - 1];
      const shown = await page.evaluate<Shown>(readShown);
      expect(shown.position).toBe(`${count} / ${total}`);
      expect(shown.current).toBe(count === 0 ? null : String(count));
      if (step !== undefined && step.state !== '') {
        const state = stateIn(step);
        expected.set(step.object, closed.has(step.object) ? `${state}, closed` : state);
        if (state === 'closed') closed.add(step.object);
      }
      for (const [object, state] of expected) expect(shown.states[object], `${finding.message}: ${object}`).toBe(state);
      for (const one of finding.trace.slice(count)) {
        if (one.kind === 'go') expect(shown.lanes[`g${one.other}`]).toBe('not-started');
      }
    }
    const { lanes } = await page.evaluate<Shown>(readShown);
    for (const { goroutineId } of finding.blocked) expect(lanes[`g${goroutineId}`]).toBe('stuck');
    if (total > 1) {
      await page.press('ArrowLeft');
      expect((await page.evaluate<Shown>(readShown)).position).toBe(`${total - 1} / ${total}`);
      await page.click('[data-step="1"]');
      expect((await page.evaluate<Shown>(readShown)).current).toBe('1');
    }
  }

  test('every example opens, and steps through its runs as they are', async () => {
    let runs = 0;
    for (const name of readdirSync(join(root, 'examples'))) {
      const { url, json } = reportOn(join(root, 'examples', name));
      await page.goto(url);
      const data = await page.evaluate<Page>(readPage);
      expect(data.findings.filter(({ silenced }) => !silenced).map(({ message }) => message)).toEqual(
        json.findings.map(({ message }) => message),
      );
      expect(await page.evaluate<string>('document.querySelector("h1").textContent')).not.toBe('');
      // Many of one kind show nothing new.
      for (const [i, finding] of json.findings.slice(0, 6).entries()) {
        if (finding.trace.length === 0) continue;
        await walk(url, data.findings[i]?.id ?? '', finding);
        runs++;
      }
      quiet();
    }
    expect(runs).toBeGreaterThan(5);
  });

  test('states, arrows, waits and links of a run with many objects', async () => {
    const { url, json } = reportOn(folderWith({ 'go.mod': 'module example.com/busy\n\ngo 1.26\n', 'busy.go': busy }));
    await page.goto(url);
    const data = await page.evaluate<Page>(readPage);
    for (const [i, finding] of json.findings.entries()) await walk(url, data.findings[i]?.id ?? '', finding);
    const arrows = new Set(data.findings.flatMap(({ player }) => (player?.arrows ?? []).map(({ kind }) => kind)));
    expect([...arrows].sort()).toEqual(['close', 'go', 'message']);
    const at = data.findings.findIndex(({ rule }) => rule === 'lock-order');
    const cycle = data.findings[at];
    await page.goto(`${url}#/findings/${cycle?.id}`);
    expect(await page.evaluate<string>('document.querySelector(".graph").getAttribute("aria-label")')).toMatch(
      /g2 waits for b\.mu; b\.mu is held by g3/,
    );
    expect((await page.evaluate<Shown>(readShown)).heads).toContain('blocked: sync.Mutex.Lock');
    await page.click('.controls button:last-of-type');
    const closing = json.findings[at]?.trace[(cycle?.player?.closes ?? 0) as number];
    expect(closing?.operation).toBe('Lock');
    expect((await page.evaluate<Shown>(readShown)).current).toBe(String((cycle?.player?.closes ?? 0) + 1));
    // The address names the step, and opens at it.
    await page.press('ArrowLeft');
    const address = await page.evaluate<string>('location.hash');
    await page.goto(`${url}#/overview`);
    await page.goto(`${url}${address}`);
    expect((await page.evaluate<Shown>(readShown)).current).toBe(String(cycle?.player?.closes));
    const meeting = data.findings.find(({ function: name }) => name === 'Meet');
    await page.goto(`${url}#/findings/${meeting?.id}`);
    expect((await page.evaluate<Shown>(readShown)).states).toEqual({ c: '0/0' });
    quiet();
  });

  test('searches, filters, and moves from one finding to the next', async () => {
    const { url, json } = reportOn(join(root, 'examples', 'tables'));
    await page.goto(`${url}#/findings`);
    const rule = json.findings[0]?.rule ?? '';
    const rows = 'document.querySelector(".found").textContent';
    const count = (n: number): string =>
      n === json.findings.length ? `${n} findings` : `${n} of ${json.findings.length} findings`;
    await page.goto(`${url}#/findings?rule=${rule}`);
    expect(await page.evaluate<string>(rows)).toBe(count(json.findings.filter((one) => one.rule === rule).length));
    await page.goto(`${url}#/findings`);
    await page.press('/');
    const wanted = json.findings[1]?.function ?? '';
    await page.type(wanted);
    const found = json.findings.filter((one) =>
      [one.message, one.rule, one.function, one.file].join(' ').toLowerCase().includes(wanted.toLowerCase()),
    );
    expect(Number.parseInt(await page.evaluate<string>(rows), 10)).toBeGreaterThanOrEqual(found.length);
    expect(await page.evaluate<string>('location.hash')).toContain('q=');
    await page.goto(`${url}#/findings`);
    await page.evaluate('document.activeElement.blur()');
    await page.press('j');
    await page.press('j');
    expect(await page.evaluate<string>('document.querySelector(".detail h2").textContent')).toBe(
      json.findings[1]?.message,
    );
    quiet();
  });

  test('both themes, and all views, keep the rules of axe', async () => {
    const { url, json } = reportOn(folderWith({ 'go.mod': 'module example.com/busy\n\ngo 1.26\n', 'busy.go': busy }));
    expect(json.findings.length).toBeGreaterThan(0);
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulate({ scheme });
      for (const view of ['#/overview', '#/findings', '#/functions']) {
        await page.goto(`${url}${view}`);
        if (view !== '#/overview') await page.click('.row');
        await page.evaluate(axe);
        const broken = await page.evaluate<readonly string[]>(
          'axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => [id, html, ...any.map((one) => one.message)].join(" "))))',
        );
        expect(broken, `${scheme} ${view}`).toEqual([]);
      }
    }
    await page.emulate({ scheme: 'light' });
    const background = 'getComputedStyle(document.body).backgroundColor';
    const light = await page.evaluate<string>(background);
    await page.click('.theme');
    expect(await page.evaluate<string>(background)).not.toBe(light);
    await page.click('.theme');
    expect(await page.evaluate<string>(background)).toBe(light);
    await page.emulate({ scheme: 'light', print: true });
    expect(await page.evaluate<string>('getComputedStyle(document.querySelector("nav")).display')).toBe('none');
    await page.emulate({ scheme: 'light' });
    quiet();
  });

  test('what looks like markup or reorders text stays text', async () => {
    const { url, json } = reportOn(
      folderWith({ 'go.mod': 'module example.com/hostile\n\ngo 1.26\n', 'ask.go': hostile }),
    );
    await page.goto(`${url}#/findings`);
    await page.click('.row');
    expect(json.findings.length).toBeGreaterThan(0);
    expect(await page.evaluate<number>('document.images.length')).toBe(0);
    const text = await page.evaluate<string>('document.querySelector("main").textContent');
    expect(text).toContain(mark);
    expect(text).toContain('\\u202e');
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    quiet();
  });

  test('five thousand findings are a list of which only the visible rows are elements', async () => {
    const { url } = reportOn(join(root, 'examples', 'leak'));
    const html = readFileSync(new URL(url), 'utf8');
    const [all = '', json = ''] = /id="data">(.*?)<\/script>/s.exec(html) ?? [];
    const data = JSON.parse(json) as Page;
    const [one] = data.findings;
    const findings = Array.from({ length: 5000 }, (_, i) => ({ ...one, id: `f${i}`, message: `finding ${i}` }));
    const out = join(folderWith({}), 'many.html');
    writeFileSync(
      out,
      html.replace(all, () => `id="data">${JSON.stringify({ ...data, findings })}</script>`),
    );
    await page.goto(`${pathToFileURL(out).href}#/findings/f4321`);
    const rows = 'document.querySelectorAll(".row").length';
    expect(await page.evaluate<number>(rows)).toBeLessThan(60);
    expect(await page.evaluate<string>('document.querySelector(".row[aria-current]").textContent')).toContain(
      'finding 4321',
    );
    await page.evaluate('document.querySelector(".virtual").scrollTop = 1e9');
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
    expect(await page.evaluate<string>('[...document.querySelectorAll(".row")].at(-1).textContent')).toContain(
      'finding 4999',
    );
    expect(await page.evaluate<number>(rows)).toBeLessThan(60);
    quiet();
  });
});
