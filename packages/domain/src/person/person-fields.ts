/** Separate from person.ts because only forms and the server need these checks. */
import * as z from 'zod/mini'

export const FIRST_NAME_MAX_LENGTH = 12
export const LAST_NAME_MAX_LENGTH = 20

// Digits are allowed because crews have accounts too (SES Unit 4). Apostrophes and hyphens are allowed only inside a word, as in O'Brien
// and Anne-Marie.
const WORD = /^[\p{L}\p{M}\p{Nd}]+(?:['’-][\p{L}\p{M}\p{Nd}]+)*$/u
const isSpelt = (name: string) => name.split(' ').every((word) => WORD.test(word))

export function firstNameIssue(name: string): string | null {
  if (name === '') return 'Required'
  if (!WORD.test(name)) return 'Invalid characters'
  return name.length > FIRST_NAME_MAX_LENGTH ? 'Too long' : null
}

export function lastNameIssue(name: string): string | null {
  if (name === '') return 'Required'
  if (!isSpelt(name)) return 'Invalid characters'
  return name.length > LAST_NAME_MAX_LENGTH ? 'Too long' : null
}

/** The first space separates the first name from an optional last name. The whole name must contain a letter (PE3). */
export function displayNameIssue(name: string): string | null {
  const [first = '', ...rest] = name.split(' ')
  if (name !== '' && !/\p{L}/u.test(name)) return 'Invalid characters'
  return firstNameIssue(first) ?? (rest.length > 0 ? lastNameIssue(rest.join(' ')) : null)
}

const oneSpace = (text: string) => text.replace(/\s+/g, ' ')

export const DisplayName = z.string().check(
  z.overwrite((name) => oneSpace(name.normalize('NFC'))),
  z.trim(),
  z.check((ctx) => {
    const issue = displayNameIssue(ctx.value)
    if (issue) ctx.issues.push({ code: 'custom', message: issue, input: ctx.value })
  }),
)

/** Converted to lower case, because people type both `A@` and `a@`, and mail systems treat them alike. */
export const Email = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(254, 'Invalid email address'),
  // Letters of any script, but no invisible characters. For example, a direction mark would make one address look like another.
  z.regex(/^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~.-]+@[\p{L}\p{N}\p{M}-]+(\.[\p{L}\p{N}\p{M}-]+)+$/u, 'Invalid email address'),
)

/** Any common notation (+61 400 000 000, (03) 6376 0000 ext 2), or an empty string. */
export const PhoneNumber = z
  .string()
  .check(z.trim(), z.regex(/^(|[+0-9()][0-9 ()./-]{2,28}( ?(ext|x) ?[0-9]{1,6})?)$/i, 'Invalid phone number'))
