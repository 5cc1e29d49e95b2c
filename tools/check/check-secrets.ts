/** `npm run check:secrets` finds private keys and tokens of known services in the repository's files. */
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

const PATTERNS: Readonly<Record<string, RegExp>> = {
  'private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY(?: BLOCK)?-----/,
  'AWS access key': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'GitHub token': /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60,})\b/,
  'GitLab token': /\bglpat-[A-Za-z0-9_-]{20}\b/,
  'npm token': /\bnpm_[A-Za-z0-9]{36}\b/,
  'Slack token': /\bxox[abpors]-[A-Za-z0-9-]{20,}/,
  'Stripe key': /\b[sr]k_live_[A-Za-z0-9]{20,}/,
  'Google API key': /\bAIza[A-Za-z0-9_-]{35}\b/,
  'Mapbox secret token': /\bsk\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}/,
  'JSON web token': /\beyJhbGciOi[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/,
  'address with a password':
    /\b(?:postgres(?:ql)?|smtps?|https?|redis):\/\/[^\s:@/'"`$<{]+:[^\s@/'"`$<{]{6,}@(?!example\.|localhost|127\.)/,
}
const LARGEST = 2 * 1024 * 1024

const root = resolve(import.meta.dirname, '../..')
const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
if (listed.status !== 0) throw new Error(`git ls-files failed: ${listed.stderr}`)
const files = listed.stdout
  .split('\0')
  .filter((file) => file !== '' && (statSync(join(root, file), { throwIfNoEntry: false })?.size ?? Infinity) < LARGEST)
const hits = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'latin1')
  // Others read the stored output of checks, so it shows the location but never the secret.
  return Object.entries(PATTERNS).flatMap(([what, pattern]) => {
    const at = pattern.exec(text)?.index
    return at === undefined ? [] : [`${file}:${text.slice(0, at).split('\n').length} looks like a ${what}`]
  })
})
for (const hit of hits) console.log(hit)
console.log(`secrets: ${files.length} files, ${Object.keys(PATTERNS).length} patterns, ${hits.length} hits`)
if (hits.length > 0) process.exit(1)
