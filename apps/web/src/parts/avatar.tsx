import { styled } from '@mui/material/styles'
import { colour, font } from '#ui/theme.ts'

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
  '&[data-size="32"]': { width: 32, height: 32, fontSize: 12 },
  // Over the initials, which show until it has come, and without signal.
  '& > *': { gridArea: '1 / 1' },
  '& img': { width: '100%', height: '100%', objectFit: 'cover' },
})

/** The initials of the first and of the last name; a name may begin with an emoji, which is more than one character. */
function initialsOf(name: string): string {
  const initials = name.split(/\s+/).flatMap((word) => [...word][0]?.toUpperCase() ?? [])
  return initials.filter((_, i) => i === 0 || i === initials.length - 1).join('')
}

/** `picture`: the id of the photo that shows them. */
type Props = { name: string; picture?: string | null | undefined; size?: 32 | 40 }

/** A person's picture, or their initials. The name stands beside it, so it is silent to screen readers. */
export function Avatar({ name, picture, size = 40 }: Props) {
  return (
    <Circle aria-hidden="true" data-size={size}>
      <span>{initialsOf(name)}</span>
      {picture && <img src={`/api/photos/${picture}?size=small`} alt="" loading="lazy" />}
    </Circle>
  )
}
