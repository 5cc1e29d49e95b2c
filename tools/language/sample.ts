/** Random sentences of each corpus with a fixed seed, for readers who judge them (docs/assurance/language.md). */
import type { Corpus, Text } from './texts.ts'

/** Mulberry32: the same seed gives the same sample on every machine. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Returns the sentences of a page, without headings, table rules, code and front matter. Other texts have one or a few sentences and are
 * returned unchanged.
 */
function sentencesOf(one: Text): Text[] {
  if (one.corpus !== 'pages' && one.corpus !== 'help') return [one]
  let isCode = false
  return one.text.split('\n').flatMap((content, n) => {
    if (/^\s*(```|~~~)/.test(content)) isCode = !isCode
    if (isCode || /^\s*(```|~~~|#|<|---|\|[-| :]+$|!\[)/.test(content)) return []
    return content
      .split(/(?<=[.?!:]) (?=[A-Z])|\s\|\s|^\| | \|$/)
      .map((text) => text.trim().replace(/^([-*]|\d+\.) /, ''))
      .filter((text) => text.split(' ').length >= 4)
      .map((text) => ({ ...one, line: n + 1, text }))
  })
}

const isEmail = ({ file }: Text) => /-emails?\.ts$|\/mail\//.test(file)

export type Sampled = Omit<Text, 'corpus'> & { corpus: Corpus | 'emails' | 'readme' }

/** Picks `size` texts from each corpus. Emails are separate from the server's other texts, and README from the other pages. */
export function sample(texts: readonly Text[], size: number, seed: number): Sampled[] {
  const corpusOf = (text: Text): Sampled['corpus'] => {
    if (text.file === 'README.md') return 'readme'
    return text.corpus === 'server' && isEmail(text) ? 'emails' : text.corpus
  }
  const groups = Map.groupBy(texts.flatMap(sentencesOf), corpusOf)
  return [...groups].flatMap(([corpus, group]) => {
    const random = createRandom(seed)
    return group
      .map((text) => ({ text, order: random() }))
      .toSorted((a, b) => a.order - b.order)
      .slice(0, size)
      .map(({ text }) => ({ ...text, corpus, text: text.text.replaceAll(/\s+/g, ' ') }))
  })
}
