import { styled } from '@mui/material/styles'
import { colour } from '#ui/theme.ts'

/** A round mark for a person: an icon, or initials. Silent, because the name always stands beside it. */
export const Avatar = styled('i')({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 40,
  height: 40,
  borderRadius: 20,
  background: colour('primaryContainer'),
  color: colour('onPrimaryContainer'),
  font: '700 14px/1 "Inter Variable", Inter, Roboto, system-ui, sans-serif',
})

/** The first letters of the first and the last word, as readers count letters: an accent belongs to its letter. */
export function initialsOf(name: string): string {
  const words = name.split(' ').filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word = '') => (word.normalize('NFC').match(/^\P{M}\p{M}*/u)?.[0] ?? '').toUpperCase()).join('')
}
