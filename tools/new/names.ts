import { Refused } from './changes.ts'

const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/** The spellings of a name that is given as `work-day`. */
export type Name = {
  /** `work-day`, in paths. */
  dashed: string
  /** `workDay`, for values. */
  camel: string
  /** `WorkDay`, for types and components. */
  pascal: string
  /** `work_day`, in SQL. */
  snake: string
  /** `work day`, in sentences. */
  words: string
  /** `Work day`, in titles. */
  title: string
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export function readName(dashed: string): Name {
  if (!NAME.test(dashed)) throw new Refused(`“${dashed}” isn’t a name. Use lower-case words joined with hyphens, such as work-day.`)
  const parts = dashed.split('-')
  const pascal = parts.map(capital).join('')
  const words = parts.join(' ')
  return { dashed, pascal, camel: pascal.charAt(0).toLowerCase() + pascal.slice(1), snake: parts.join('_'), words, title: capital(words) }
}

export function pluralOf(dashed: string): string {
  if (/[^aeiou]y$/.test(dashed)) return `${dashed.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(dashed) ? `${dashed}es` : `${dashed}s`
}

export const withArticle = (words: string) => `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`
