// Places as sentences of the command line name them.

/** `status_test.go:18`; '' where there is none. */
export function placeText(place: { readonly file: string; readonly line: number } | null): string {
  if (place === null || place.line === 0) return '';
  return `${place.file.slice(place.file.lastIndexOf('/') + 1)}:${place.line}`;
}
