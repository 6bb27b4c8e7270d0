// vendor/modules.txt: which module each vendored package came from, and that module's language version.

export interface VendoredModule {
  readonly path: string;
  readonly version: string;
  /** `1.21`, or '' if the file does not say. */
  go: string;
}

/** Reads the list: the module of each package path. Lines that are not understood are skipped, as Go does. */
export function parseModulesTxt(text: string): Map<string, VendoredModule> {
  const modules = new Map<string, VendoredModule>();
  const packages = new Map<string, VendoredModule>();
  let current: VendoredModule | null = null;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line.startsWith('## ')) {
      const go = /(?:^|;)\s*go (\S+?)\s*(?:;|$)/.exec(line.slice(3));
      if (current !== null && go !== null) current.go = go[1] as string;
    } else if (line.startsWith('# ')) {
      const [path, version] = line.slice(2).trim().split(/\s+/);
      current = null;
      if (path === undefined || version === undefined) continue;
      const key = `${path}@${version}`;
      current = modules.get(key) ?? { path, version: version === '=>' ? '' : version, go: '' };
      modules.set(key, current);
    } else if (line !== '' && !line.startsWith('#') && current !== null) {
      packages.set(line, current);
    }
  }
  return packages;
}
