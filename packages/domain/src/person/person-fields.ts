/** What people may type as their name, email address and phone number. Apart from person.ts: only forms and the server check it. */
import * as z from 'zod/mini'

export const FIRST_NAME_MAX_LENGTH = 12
export const LAST_NAME_MAX_LENGTH = 20

// Letters of any script with their marks, and digits, because crews have accounts too (SES Unit 4); an apostrophe or hyphen only between
// them, because O'Brien and Anne-Marie are names.
const WORD = /^[\p{L}\p{M}\p{Nd}]+(?:['’-][\p{L}\p{M}\p{Nd}]+)*$/u
const isSpelt = (name: string) => name.split(' ').every((word) => WORD.test(word))

/** What is wrong with a first name, in the words of the form, or null. */
export function firstNameIssue(name: string): string | null {
  if (name === '') return 'Required'
  if (!WORD.test(name)) return 'Invalid characters'
  return name.length > FIRST_NAME_MAX_LENGTH ? 'Too long' : null
}

/** What is wrong with a last name, in the words of the form, or null. It may be of several words. */
export function lastNameIssue(name: string): string | null {
  if (name === '') return 'Required'
  if (!isSpelt(name)) return 'Invalid characters'
  return name.length > LAST_NAME_MAX_LENGTH ? 'Too long' : null
}

/** A display name is a first name and, after the first space, a last name, each by its own rule; one word alone will do, and a letter is in it (PE3). */
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

/** Kept in lower case: mail systems that tell `A@` from `a@` are not found in the wild, people who type either are. */
export const Email = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.maxLength(254, 'Invalid email address'),
  // Letters of any script, but nothing invisible: a direction mark would make one address look like another.
  z.regex(/^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~.-]+@[\p{L}\p{N}\p{M}-]+(\.[\p{L}\p{N}\p{M}-]+)+$/u, 'Invalid email address'),
)

/** Free to the writer's habits (+61 400 000 000, (03) 6376 0000 ext 2); empty when there is none. */
export const PhoneNumber = z
  .string()
  .check(z.trim(), z.regex(/^(|[+0-9()][0-9 ()./-]{2,28}( ?(ext|x) ?[0-9]{1,6})?)$/i, 'Invalid phone number'))
