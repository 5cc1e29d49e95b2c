/**
 * `npm run check:language` checks wording (patterns.ts), Australian spelling and commit subjects. `-- --sample 100` prints a random sample
 * of each corpus for people to judge instead, and `SEED` determines the sample.
 */
import { ALLOWED_SENTENCES } from '../language/allowed-sentences.ts'
import { subjectIssues } from '../language/commit-subjects.ts'
import { sample } from '../language/sample.ts'
import { checkSpelling } from '../language/spelling.ts'
import { readTexts } from '../language/texts.ts'
import { checkWording } from '../language/wording.ts'

const texts = readTexts()
const sampleSize = process.argv[process.argv.indexOf('--sample') + 1]
if (process.argv.includes('--sample')) {
  for (const { corpus, file, line, text } of sample(texts, Number(sampleSize), Number(process.env.SEED ?? 1)))
    console.log(`${corpus}\t${file}:${line}\t${text}`)
  process.exit()
}

const issues: string[] = []
for (const text of texts)
  for (const { file, line, name, found, instead } of await checkWording(text))
    issues.push(`${file}:${line} ${name}: "${found}". Write: ${instead}`)
for (const group of Map.groupBy(texts, ({ corpus, file }) => `${corpus} ${file}`).values())
  for (const { file, line, word, suggestions } of await checkSpelling(group, true))
    issues.push(`${file}:${line} spelling: ${word}${suggestions.length > 0 ? `. Perhaps ${suggestions.slice(0, 3).join(', ')}` : ''}`)
for (const { subject, issue } of subjectIssues()) issues.push(`commit "${subject}": ${issue}`)
for (const sentence of ALLOWED_SENTENCES.filter((one) => !texts.some(({ text }) => text.replaceAll('\n', ' ').includes(one))))
  issues.push(`tools/language/allowed-sentences.ts: no text has "${sentence}"`)
for (const issue of issues) console.error(issue)
console.log(`language: ${texts.length} texts, ${issues.length} to change`)
if (issues.length > 0) process.exit(1)
