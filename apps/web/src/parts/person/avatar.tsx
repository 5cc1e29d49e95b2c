import { styled } from '@mui/material/styles'
import { colour, font, rem } from '#ui/theme/theme.ts'

const Circle = styled('span')({
  flex: 'none',
  display: 'inline-grid',
  placeItems: 'center',
  width: 40,
  height: 40,
  borderRadius: '50%',
  overflow: 'hidden',
  font: font('700 15px/1'),
  background: colour('primaryContainer'),
  color: colour('onPrimaryContainer'),
  '&[data-size="32"]': { width: 32, height: 32, fontSize: rem(12) },
  // The photo covers the initials, which stay visible until the photo has loaded, and offline.
  '& > *': { gridArea: '1 / 1' },
  '& img': { width: '100%', height: '100%', objectFit: 'cover' },
})

/** Returns the initials of the first and last name. Handles names that begin with an emoji, which is more than one code unit. */
function initialsOf(name: string): string {
  const initials = name.split(/\s+/).flatMap((word) => [...word][0]?.toUpperCase() ?? [])
  return initials.filter((_, i) => i === 0 || i === initials.length - 1).join('')
}

/** `picture` is the id of the person's photo. */
type Props = { name: string; picture?: string | null | undefined; size?: 32 | 40 }

/** A person's photo or initials. Hidden from screen readers, because the name is next to it. */
export function Avatar({ name, picture, size = 40 }: Props) {
  return (
    <Circle aria-hidden="true" data-size={size}>
      <span>{initialsOf(name)}</span>
      {picture && <img src={`/api/photos/${picture}?size=small`} alt="" loading="lazy" />}
    </Circle>
  )
}
