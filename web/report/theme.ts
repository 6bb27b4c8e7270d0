// Light and dark: as the system wants it, until the reader chooses.

const key = 'gordian-theme';

type Theme = 'light' | 'dark';

/** Storage can be forbidden, as it often is for files. */
function stored(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function themeNow(): Theme {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

export function startTheme(): void {
  const theme = stored();
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}

export function switchTheme(): void {
  const next: Theme = themeNow() === 'dark' ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  try {
    localStorage.setItem(key, next);
  } catch {
    // It holds for as long as the page is open.
  }
}
