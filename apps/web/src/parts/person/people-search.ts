export type PersonChoice = { value: string; title: string; about?: string | undefined; email?: string; picture?: string | null | undefined }

/** Every key press compares all choices, so their text is normalised only once. */
export type Searchable = { choice: PersonChoice; name: string; nameParts: readonly string[]; emailParts: readonly string[] }

const fold = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, ' ')

const partsOf = (text: string) => [...text.split(' '), ...text.split(/[^\p{L}\p{N}]+/u), text]

export const searchable = (choice: PersonChoice): Searchable => {
  const name = fold(choice.title)
  return { choice, name, nameParts: partsOf(name), emailParts: choice.email ? partsOf(fold(choice.email)) : [] }
}

const hasAll = (parts: readonly string[], typed: string) =>
  typed.split(' ').every((word) => parts.some((part) => part.startsWith(word))) || parts.some((part) => part.startsWith(typed))

/** Matches by name come first, and matches by email address follow. */
export type Found = { matches: readonly PersonChoice[]; byName: number; exact: readonly PersonChoice[] }

/** An empty query finds everyone. Exact names come first, then other names, then email addresses. */
export function findPeople(people: readonly Searchable[], query: string): Found {
  const typed = fold(query)
  if (typed === '') return { matches: people.map(({ choice }) => choice), byName: people.length, exact: [] }
  const exact: PersonChoice[] = []
  const named: PersonChoice[] = []
  const addressed: PersonChoice[] = []
  for (const { choice, name, nameParts, emailParts } of people) {
    if (name === typed) exact.push(choice)
    else if (hasAll(nameParts, typed)) named.push(choice)
    else if (hasAll(emailParts, typed)) addressed.push(choice)
  }
  return { matches: [...exact, ...named, ...addressed], byName: exact.length + named.length, exact }
}

/**
 * Enter selects the only match, or the only person with exactly that name. An email address must be typed in full, because "Mara" may be
 * the start of someone else's address.
 */
export function findPersonMeant({ matches, byName, exact }: Found, query: string): PersonChoice | null {
  if (query.trim() === '') return null
  const [first = null] = matches
  if (exact.length === 1 || (matches.length === 1 && (byName === 1 || query.includes('@')))) return first
  return null
}
