import { styled } from '@mui/material/styles'

// Sized by a rule, not a style attribute: the page's policy does not let served markup carry those.
const Svg = styled('svg')<{ height: number }>(({ height }) => ({
  width: height,
  height,
  fill: 'currentColor',
  flex: 'none',
  display: 'block',
}))

/** Decoration beside text: never the only carrier of a meaning, so it is silent to screen readers. */
export function Icon({ path, size = 24 }: { path: string; size?: number }) {
  return (
    <Svg viewBox="0 -960 960 960" aria-hidden="true" height={size}>
      <path d={path} />
    </Svg>
  )
}
