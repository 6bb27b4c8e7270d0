#!/usr/bin/env bash
# What action.yml runs: checks, annotates, writes SARIF, comments. Ends with the exit code of the check.
# Everything comes in through variables, so that nothing in a pull request becomes part of a command.
set -u

gordian="$(cd "$(dirname "$0")/.." && pwd)/bin/gordian"
read -ra packages <<<"${GORDIAN_PACKAGES:-./...}"
read -ra args <<<"${GORDIAN_ARGS:-}"

# The later runs take the result of the first one from the cache.
check() {
  node "$gordian" check "${args[@]}" "$@" "${packages[@]}"
}

check --format github
status=$?

if [ -n "${GORDIAN_SARIF:-}" ]; then check --quiet --format sarif --out "$GORDIAN_SARIF"; fi

report="$(mktemp)"
check --quiet --format json --out "$report.json"
check --quiet --format mermaid --out "$report"
findings=$(node -p 'JSON.parse(require("node:fs").readFileSync(process.argv[1], "utf8")).findings.length' "$report.json" 2>/dev/null || echo 0)
echo "findings=$findings" >>"${GITHUB_OUTPUT:-/dev/null}"
if [ -f "$report" ]; then cat "$report" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"; fi

if [ "${GORDIAN_COMMENT:-false}" = true ] && [ -n "${GORDIAN_PULL:-}" ] && [ "$findings" != 0 ]; then
  # A comment has room for 65,536 characters.
  head -c 60000 "$report" >"$report.md"
  gh pr comment "$GORDIAN_PULL" --body-file "$report.md" || echo "::warning title=gordian::the comment could not be written"
fi
rm -f "$report" "$report.json" "$report.md"
exit "$status"
